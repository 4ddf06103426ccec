import { expect, type Page, test } from "../kit/browser/e2e.ts";

function guide(page: Page) {
	return page.locator("#guide");
}

test("the plan line counts the apps, and each app stands on a card with its documents", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await signInAs();
	await page.goto("/dashboard");
	await expect(page.getByText("0/2 apps on free plan")).toBeVisible();

	const app = await factories.createApp(owner, "Pocket Garden");
	await page.reload();
	await expect(page.getByText("1/2 apps on free plan")).toBeVisible();
	const card = page.getByRole("article", { name: "Pocket Garden" });
	await expect(card.getByText("No documents yet.")).toBeVisible();
	await expect(card.getByRole("link", { name: "write or paste one" })).toBeVisible();
	await expect(card.getByRole("link", { name: "App settings of Pocket Garden" })).toHaveAttribute(
		"href",
		`/app/${app.appId}/settings`,
	);
	await expect(card.getByRole("link", { name: "Overview" })).toHaveAttribute("target", "_blank");

	const policy = await factories.createDocument(app, { title: "Privacy Policy" });
	await factories.createDocument(app, { title: "Terms of Service" });
	await page.reload();
	await expect(card.getByText("No documents yet.")).toHaveCount(0);
	await expect(card.getByRole("listitem").first()).toContainText("Terms of Service");
	await expect(card.getByRole("link", { name: "Delete Privacy Policy" })).toBeVisible();
	await card.getByRole("link", { name: "Edit Privacy Policy" }).click();
	await expect(page).toHaveURL(`/app/${app.appId}/documents/${policy.id}/edit`);
	await page.goto("/dashboard");
	await card.getByRole("link", { name: "Privacy Policy", exact: true }).click();
	await expect(page).toHaveURL(policy.path);
	await page.goto("/dashboard");
	await card.getByRole("link", { name: "New document" }).click();
	await expect(page).toHaveURL(`/app/${app.appId}/documents/new`);
});

test("of more than five documents the newest stand on the card, and a link leads to all", async ({
	page,
	signInAs,
	factories,
}) => {
	const app = await factories.createApp(await signInAs(), "Pocket Garden");
	for (let n = 1; n <= 5; n += 1) await factories.createDocument(app, { title: `Document ${n}` });
	await page.goto("/dashboard");
	const documents = page.getByRole("region", { name: "Documents of Pocket Garden" });
	await expect(documents.getByRole("listitem")).toHaveCount(5);
	await expect(documents.getByRole("link", { name: /^All / })).toHaveCount(0);

	await factories.createDocument(app, { title: "Document 6" });
	await page.reload();
	await expect(documents.getByRole("listitem")).toContainText([6, 5, 4, 3, 2].map(titled));
	await documents.getByRole("link", { name: "All 6 documents" }).click();
	await expect(page.getByRole("listitem").filter({ hasText: "Document" })).toHaveCount(6);
	await page.getByRole("link", { name: "Delete Document 1" }).click();
	await expect(page.getByRole("heading", { name: "Delete Document 1?" })).toBeVisible();

	function titled(n: number): string {
		return `Document ${n}`;
	}
});

test("forms are marked Pro, and a free account is told how to get them", async ({
	page,
	signInAs,
	factories,
}) => {
	await factories.createApp(await signInAs(), "Pocket Garden");
	await page.goto("/dashboard");
	const forms = page.getByRole("region", { name: "Forms of Pocket Garden" });
	await expect(forms.getByRole("heading", { name: "Forms Pro" })).toBeVisible();
	await expect(forms.getByText("Upgrade to Pro to access forms")).toBeVisible();
	await expect(forms.getByRole("link", { name: "Add form" })).toHaveAttribute("href", "/upgrade");
});

test("what a newcomer has to do stands before the guide, within the first screen", async ({
	page,
	signInAs,
}) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	await signInAs({ accountName: null, guideDismissed: false });
	await page.goto("/dashboard");
	await expect(guide(page)).toBeVisible();
	await expect(page.getByRole("button", { name: "Save account name" })).toBeInViewport();
	await page.getByRole("link", { name: "Show Guide" }).click();
	await expect(guide(page).getByRole("heading")).toBeInViewport();
});

test("the guide has four steps, each with its part of the progress bar", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await signInAs({ guideDismissed: false });
	const app = await factories.createApp(owner, "Pocket Garden");
	await page.goto("/dashboard");
	const steps = [
		"Welcome to Smallprint",
		"Create your first document",
		"Support forms (Pro)",
		"All set",
	];
	for (const [index, title] of steps.entries()) {
		await expect(guide(page).getByRole("heading", { name: title })).toBeVisible();
		const progress = guide(page).getByRole("progressbar", { name: `Step ${index + 1} of 4` });
		await expect(progress).toHaveAttribute("value", String(index + 1));
		if (index === 0) {
			await expect(guide(page).getByRole("button", { name: "Previous" })).toBeDisabled();
		}
		if (index === 1) {
			await expect(guide(page).getByRole("link", { name: "Open the editor" })).toHaveAttribute(
				"href",
				`/app/${app.appId}/documents/new`,
			);
			await expect(
				guide(page).getByRole("link", { name: "Use an online generator" }),
			).toHaveAttribute("target", "_blank");
		}
		if (index < 3) await guide(page).getByRole("link", { name: "Next" }).click();
	}
	await expect(guide(page).getByRole("link", { name: "Visit the Help Center" })).toBeVisible();
	await expect(guide(page).getByRole("link", { name: "Create your first document" })).toBeVisible();
	await guide(page).getByRole("link", { name: "Previous" }).click();
	await expect(guide(page).getByRole("heading", { name: "Support forms (Pro)" })).toBeVisible();
});

for (const button of ["Get Started!", "Dismiss the guide"]) {
	test(`"${button}" dismisses the guide for good, and Show Guide opens it again`, async ({
		page,
		signInAs,
	}) => {
		await signInAs({ guideDismissed: false });
		await page.goto("/dashboard?guide=4");
		await guide(page).getByRole("button", { name: button }).click();
		await expect(guide(page)).toHaveCount(0);
		await page.goto("/dashboard");
		await expect(page.getByRole("heading", { name: "Your apps" })).toBeVisible();
		await expect(guide(page)).toHaveCount(0);
		await page.getByRole("link", { name: "Show Guide" }).click();
		await expect(guide(page).getByRole("heading", { name: "Welcome to Smallprint" })).toBeVisible();
		await expect(guide(page).getByRole("button", { name: "Previous" })).toBeDisabled();
	});
}

test("Refresh brings what happened elsewhere and says so once", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await signInAs();
	await page.goto("/dashboard");
	await factories.createApp(owner, "Pocket Garden");
	await page.getByRole("button", { name: "Refresh" }).click();
	await expect(page.getByText("Refreshed successfully")).toHaveCount(1);
	await expect(page.getByRole("article", { name: "Pocket Garden" })).toBeVisible();
	await page.reload();
	await expect(page.getByRole("article", { name: "Pocket Garden" })).toBeVisible();
	await expect(page.getByText("Refreshed successfully")).toHaveCount(0);
});

test("one message shows at a time: a later one takes the place of an earlier one", async ({
	page,
	signInAs,
}) => {
	await signInAs();
	await page.goto("/dashboard");
	await page.getByRole("button", { name: "Refresh" }).click();
	await expect(page.getByText("Refreshed successfully")).toBeVisible();
	await page.getByLabel("App name").fill("Pocket Garden");
	await page.getByRole("button", { name: "Create App" }).click();
	await expect(page.getByText("App created!")).toBeVisible();
	await expect(page.getByText("Refreshed successfully")).toHaveCount(0);
	await page.getByRole("button", { name: "Refresh" }).click();
	await expect(page.getByText("Refreshed successfully")).toBeVisible();
	await expect(page.getByText("App created!")).toHaveCount(0);
});

test("the Admin link is there for admins only", async ({ page, signInAs }) => {
	await signInAs();
	await page.goto("/dashboard");
	await expect(page.getByRole("navigation").getByRole("link", { name: "Settings" })).toBeVisible();
	await expect(page.getByRole("link", { name: "Admin" })).toHaveCount(0);
	await signInAs({ adminRole: "support" });
	await page.goto("/dashboard");
	await expect(page.getByRole("link", { name: "Admin" })).toHaveAttribute("href", "/admin");
});

test("nobody sees another account's apps", async ({ page, signInAs, factories }) => {
	await factories.createApp(await factories.createUser(), "Not Yours");
	await signInAs();
	await page.goto("/dashboard");
	await expect(page.getByText("0/2 apps on free plan")).toBeVisible();
	await expect(page.getByRole("article")).toHaveCount(0);
});

import { expect, follow, type Page, press, submit, test } from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

function guide(page: Page) {
	return page.locator("#guide");
}

test("the plan line counts the apps, and each app has a row with its documents @once", async ({
	page,
	owner,
	factories,
}) => {
	await page.goto("/dashboard");
	await see.text(page, "0/2 apps on free plan");

	const app = await factories.createApp(owner, "Pocket Garden");
	await page.reload();
	await see.text(page, "1/2 apps on free plan");
	const card = page.getByRole("article", { name: "Pocket Garden" });
	await see.text(card, "No documents yet.");
	await expect(card.getByRole("link", { name: "write or paste one" })).toBeVisible();
	await see.link(card, "App settings of Pocket Garden", `/app/${app.appId}/settings`);
	await expect(card.getByRole("link", { name: "Overview" })).toHaveAttribute("target", "_blank");

	const policy = await factories.createDocument(app, { title: "Privacy Policy" });
	await factories.createDocument(app, { title: "Terms of Service" });
	await page.reload();
	await see.noText(card, "No documents yet.");
	await expect(card.getByRole("listitem").first()).toContainText("Terms of Service");
	await expect(card.getByRole("link", { name: "Delete Privacy Policy" })).toBeVisible();
	for (const [link, address] of [
		["Edit Privacy Policy", `/app/${app.appId}/documents/${policy.id}/edit`],
		["Privacy Policy", policy.path],
		["New document", `/app/${app.appId}/documents/new`],
	] as const) {
		await page.goto("/dashboard");
		await follow(card, link);
		await expect(page).toHaveURL(address);
	}
});

test("fifty apps are short rows, which are searched and sorted @once", async ({
	page,
	signInAs,
	factories,
	context,
}) => {
	const owner = await signInAs({ plan: "pro" });
	const asked = await factories.createApp(owner, "Zebra Crossing");
	const { createSubmission } = await import("../kit/world/submission.ts");
	await createSubmission(await factories.createForm(asked));
	for (let n = 0; n < 8; n += 1) await factories.createApp(owner, `App ${n}`);
	const rows = page.getByRole("article");
	const policy = await factories.createDocument(asked, { title: "Privacy Policy" });
	await page.goto("/dashboard");
	await expect(page.getByRole("searchbox")).toHaveCount(0);
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await press(page, "Copy the address of Privacy Policy");
	await see.text(page, /^Copied$/);
	const copied = await page.evaluate(() => navigator.clipboard.readText());
	expect(copied).toBe(new URL(policy.path, page.url()).href);

	for (let n = 8; n < 49; n += 1) await factories.createApp(owner, `App ${n}`);
	for (const width of [360, 1280]) {
		await page.setViewportSize({ width, height: 800 });
		await page.goto("/dashboard");
		await expect(rows).toHaveCount(50);
		await expect(page.getByRole("link", { name: "App settings" })).toHaveCount(0);
		const height = await page.evaluate(() => document.documentElement.scrollHeight);
		expect(height).toBeLessThan(3_000);
	}
	await expect(rows.first()).toHaveAccessibleName("App 48");
	await follow(page, "Waiting messages");
	await expect(rows.first()).toContainText("Zebra Crossing1 waiting1 document1 form");
	await follow(page, "Name");
	await expect(rows.first()).toHaveAccessibleName("App 0");
	await submit(page, "Search", { "Search by app name": "zeb" });
	await expect(rows).toHaveCount(1);
	await expect(rows.getByRole("link", { name: "Edit Privacy Policy" })).toBeVisible();
});

test("a newcomer has one welcome, and the guide waits behind Show Guide @once", async ({
	page,
	signInAs,
}) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	await signInAs({ accountName: null, guideDismissed: false });
	await page.goto("/dashboard");
	await see.text(page, "Step 1 of 2: choose an account name", "0/2 apps on free plan");
	await expect(page.getByText("Welcome to Smallprint")).toHaveCount(1);
	await expect(page.getByRole("button", { name: "Save account name" })).toBeInViewport();
	await expect(guide(page)).toHaveCount(0);
	await follow(page, "Show Guide");
	await expect(guide(page).getByRole("heading")).toBeInViewport();
});

test("the guide has four steps, each with its part of the progress bar @once", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await signInAs({ guideDismissed: false });
	const app = await factories.createApp(owner, "Pocket Garden");
	await page.goto("/dashboard?guide=1");
	const steps = ["Welcome to Smallprint", "Create your first document", "Support forms (Pro)"];
	for (const [index, title] of [...steps, "All set"].entries()) {
		if (index > 0) await follow(guide(page), "Next");
		await see.heading(guide(page), title);
		const progress = guide(page).getByRole("progressbar", { name: `Step ${index + 1} of 4` });
		await expect(progress).toHaveAttribute("value", String(index + 1));
		if (index === 0) {
			await expect(guide(page).getByRole("button", { name: "Previous" })).toBeDisabled();
		}
		if (index === 1) {
			await see.link(guide(page), "Open the editor", `/app/${app.appId}/documents/new`);
			const generator = guide(page).getByRole("link", { name: "Use an online generator" });
			await expect(generator).toHaveAttribute("target", "_blank");
		}
	}
	await expect(guide(page).getByRole("link", { name: "Visit the Help Center" })).toBeVisible();
	await expect(guide(page).getByRole("link", { name: "Create your first document" })).toBeVisible();
	await follow(guide(page), "Previous");
	await see.heading(guide(page), "Support forms (Pro)");
});

test("the guide ticks what is done, and opens at the first step that is not @once", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await signInAs({ guideDismissed: false, plan: "pro" });
	const sees = async (title: string, ...done: string[]) => {
		for (const address of ["/dashboard", "/dashboard?guide"]) {
			await page.goto(address);
			await see.heading(guide(page), title);
			await expect(guide(page).getByText(": done")).toHaveCount(done.length);
			for (const one of done) await see.text(guide(page), `${one}: done`);
		}
	};
	const app = await factories.createApp(owner, "Pocket Garden");
	await sees("Create your first document", "Account name and app");
	await factories.createDocument(app);
	await sees("Support forms (Pro)", "Account name and app", "First document");
	await factories.createForm(app);
	await sees("All set", "Account name and app", "First document", "Support form");
});

test("the guide leads on before there is an app or an account name @once", async ({
	page,
	signInAs,
}) => {
	for (const accountName of [null, undefined]) {
		await signInAs({ accountName, guideDismissed: false });
		for (const [step, link] of [
			[2, "Open the editor"],
			[4, "Create your first document"],
		] as const) {
			await page.goto(`/dashboard?guide=${step}`);
			await follow(guide(page), link);
			await expect(page).toHaveURL("/dashboard?new-app#new-app");
			await see.text(page, accountName === null ? "Step 1 of 2" : "Step 2 of 2");
		}
	}
	await signInAs({ accountName: null });
	await page.goto("/dashboard");
	await see.text(
		page,
		"Please set up your account name to create apps and forms with shareable links.",
	);
});

test("a message is dismissed by its button, and the page stays", async ({ page, owner: _ }) => {
	await page.goto("/dashboard?cancelled=true");
	await see.text(page, "Payment cancelled");
	await press(page, "Dismiss this message");
	await see.noText(page, "Payment cancelled");
	await expect(page.getByRole("button", { name: "Dismiss this message" })).toHaveCount(0);
	await expect(page).toHaveURL("/dashboard");

	await page.goto("/dashboard?guide=2");
	await press(page, "Refresh");
	await see.text(page, "Refreshed successfully");
	await press(page, "Dismiss this message");
	await see.noText(page, "Refreshed successfully");
	await press(page, "Refresh");
	await see.text(page, "Refreshed successfully");
	await press(page, "Sign Out");
	await expect(page).toHaveURL("/");
});

for (const button of ["Get Started!", "Dismiss the guide"]) {
	test(`"${button}" dismisses the guide for good, and Show Guide opens it again`, async ({
		page,
		signInAs,
		factories,
	}) => {
		await factories.createApp(await signInAs({ guideDismissed: false }), "Pocket Garden");
		await page.goto("/dashboard?guide=4");
		await press(guide(page), button);
		await expect(guide(page)).toHaveCount(0);
		await page.goto("/dashboard");
		await see.heading(page, "Your apps");
		await expect(guide(page)).toHaveCount(0);
		await follow(page, "Show Guide");
		await see.heading(guide(page), "Create your first document");
	});
}

test("Refresh brings what happened elsewhere and says so once, in place of another message", async ({
	page,
	owner,
	factories,
}) => {
	await page.goto("/dashboard");
	await factories.createApp(owner, "Tide Clock");
	await press(page, "Refresh");
	await expect(page.getByText("Refreshed successfully")).toHaveCount(1);
	await expect(page.getByRole("article", { name: "Tide Clock" })).toBeVisible();
	await page.reload();
	await expect(page.getByRole("article", { name: "Tide Clock" })).toBeVisible();
	await see.noText(page, "Refreshed successfully");

	await press(page, "Refresh");
	await see.text(page, "Refreshed successfully");
	await follow(page, "New App");
	await submit(page, "Create App", { "App name": "Pocket Garden" });
	await see.text(page, "App created!");
	await see.noText(page, "Refreshed successfully");
	await press(page, "Refresh");
	await see.text(page, "Refreshed successfully");
	await see.noText(page, "App created!");
});

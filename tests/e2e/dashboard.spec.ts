import { expect, follow, type Page, press, submit, test } from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

function guide(page: Page) {
	return page.locator("#guide");
}

test("the plan line counts the apps, and each app stands on a card with its documents @once", async ({
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

test("what a newcomer has to do stands before the guide, within the first screen @once", async ({
	page,
	signInAs,
}) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	await signInAs({ accountName: null, guideDismissed: false });
	await page.goto("/dashboard");
	await expect(guide(page)).toBeVisible();
	await expect(page.getByRole("button", { name: "Save account name" })).toBeInViewport();
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
	await page.goto("/dashboard");
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
	}) => {
		await signInAs({ guideDismissed: false });
		await page.goto("/dashboard?guide=4");
		await press(guide(page), button);
		await expect(guide(page)).toHaveCount(0);
		await page.goto("/dashboard");
		await see.heading(page, "Your apps");
		await expect(guide(page)).toHaveCount(0);
		await follow(page, "Show Guide");
		await see.heading(guide(page), "Welcome to Smallprint");
		await expect(guide(page).getByRole("button", { name: "Previous" })).toBeDisabled();
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

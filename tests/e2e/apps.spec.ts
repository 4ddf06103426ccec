import { expect, follow, type Page, press, submit, test } from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

const DUPLICATE = "You already have an app with this name. Please choose a different name.";

function createApp(page: Page, name: string) {
	return submit(page, "Create App", { "App name": name });
}

function rename(page: Page, name: string) {
	return submit(page, "Save name", { "App name": name });
}

test("a developer creates two apps; then the free plan is full", async ({ page, owner: _ }) => {
	await page.goto("/dashboard");
	await see.text(page, "Welcome to Smallprint!", "Step 2 of 2");
	await createApp(page, "Pocket Garden");
	await see.text(page, "App created!");
	await expect(page.getByRole("article", { name: "Pocket Garden" })).toBeVisible();
	await see.noText(page, "Welcome to Smallprint!", "Free Plan Limit Reached");

	await follow(page, "New App");
	await createApp(page, "Tide Clock");
	await expect(page.getByRole("article").first()).toHaveAccessibleName("Tide Clock");
	await see.text(page, "2/2 apps on free plan", "Free Plan Limit Reached");
	await see.link(page, "View Plans", "/upgrade");

	await follow(page, "New App");
	const card = page.getByRole("region", { name: "Free plan limit reached" });
	await see.text(
		card,
		"You can only have 2 apps on the free plan. Please upgrade or delete some apps.",
	);
	await expect(card.getByRole("button", { name: "Upgrade to Basic" })).toBeVisible();
	await expect(card.getByRole("button", { name: "Upgrade to Pro" })).toBeVisible();
	await expect(page.getByRole("textbox", { name: "App name" })).toHaveCount(0);
	await follow(card, "Cancel");
	await expect(card).toHaveCount(0);
	await expect(page.getByRole("article")).toHaveCount(2);
});

test("an app that another tab made one too many is refused with what was typed", async ({
	page,
	owner,
	app: _,
	factories,
}) => {
	await page.goto("/dashboard?new-app");
	await factories.createApp(owner, "Tide Clock");
	await createApp(page, "Third Time");
	const summary = page.getByRole("alert");
	await see.heading(summary, "Free plan limit reached");
	await expect(summary).toContainText(
		"You can only have 2 apps on the free plan. Please upgrade or delete some apps.",
	);
	await see.values(page, { "App name": "Third Time" });
});

test("a title takes as many characters as it may have, and says how many are left", async ({
	page,
	app,
	hasJavaScript,
}) => {
	for (const [address, label, most] of [
		["/dashboard?new-app", "App name", 60],
		[`/app/${app.appId}/settings`, "App name", 60],
		[`/app/${app.appId}/documents/new`, "Title", 200],
	] as const) {
		await page.goto(address);
		const field = page.getByLabel(label, { exact: true });
		await field.fill("a".repeat(most - 3));
		if (hasJavaScript) await see.text(page, "3 characters left");
		await field.press("End");
		await field.pressSequentially("bcdef");
		await expect(field).toHaveValue(`${"a".repeat(most - 3)}bcd`);
		if (hasJavaScript) await see.text(page, `At most ${most} characters fit here.`);
	}
});

test("a name that can't be an app's is refused under the title of its fault", async ({
	page,
	app,
}) => {
	for (const [address, button] of [
		["/dashboard?new-app", "Create App"],
		[`/app/${app.appId}/settings`, "Save name"],
	] as const) {
		await page.goto(address);
		await submit(page, button, { "App name": " " });
		const missing = page.getByRole("alert", { name: "App Name Required" });
		await see.text(missing, "Please enter a name for your app.", "App name is required");
		await submit(page, button, { "App name": "Admin" });
		const invalid = page.getByRole("alert", { name: "Invalid App Name" });
		await expect(invalid).toContainText("is a reserved word and cannot be used as an app name.");
	}
});

test("names that can't be an app's are refused with the reason, and stay in the field", async ({
	page,
	app: _,
}) => {
	await page.goto("/dashboard?new-app");
	const field = page.getByRole("textbox", { name: "App name" });
	for (const [name, text] of [
		["pocket GARDEN", DUPLICATE],
		[
			"Dashboard",
			'"Dashboard" is a reserved word and cannot be used as an app name. Please choose a different name.',
		],
		["2048", "App names cannot be purely numeric. Please include some letters."],
		[
			"Garden & Sons",
			"App names can only contain letters, numbers, spaces, hyphens, and underscores.",
		],
		["Pocket-Garden", DUPLICATE],
		[" ", "App name is required"],
	] as const) {
		await createApp(page, name);
		await follow(page.getByRole("alert"), text);
		await expect(field).toBeFocused();
		await expect(field).toHaveValue(name);
		await expect(field).toHaveAccessibleDescription(new RegExp(text.replace(/[.*?()]/g, ".")));
		await expect(page).toHaveTitle(/^Error: /);
	}
	await createApp(page, "pocket garden");
	const summary = page.getByRole("alert", { name: "Duplicate App Name" });
	await follow(summary, DUPLICATE);
	await field.press("End");
	await expect(summary).toBeVisible();
	await createApp(page, "Tide Clock");
	await expect(page.getByRole("article")).toHaveCount(2);
	await expect(page).toHaveTitle(/^Dashboard/);
});

test("a rename counts what moved, and every old address leads to the new one", async ({
	page,
	app,
	policy,
}) => {
	await page.goto("/dashboard");
	await follow(page, "App settings of Pocket Garden");
	await rename(page, "Balcony Garden");
	await see.text(page, "App name updated");
	await see.text(page, "1 document moved; the old addresses lead to the new ones.");
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Balcony Garden");

	for (const [old, present] of [
		[policy.path, "balcony-garden/privacy-policy"],
		[`/doc/${app.appId}/privacy-policy`, "balcony-garden/privacy-policy"],
		[`/${app.accountName}/pocket-garden`, "balcony-garden"],
	] as const) {
		await page.goto(old);
		await expect(page).toHaveURL(`/${app.accountName}/${present}`);
	}
	await see.heading(page, "Balcony Garden");
});

test("a rename to the same name changes nothing, and one to another app's name is refused", async ({
	page,
	owner,
	app,
	factories,
}) => {
	await factories.createApp(owner, "Tide Clock");
	await page.goto(`/app/${app.appId}/settings`);
	await rename(page, " Pocket  Garden ");
	await see.text(page, "No Changes", "App name is already up to date.");
	await rename(page, "tide clock");
	await see.heading(page, "Duplicate App Name");
	await expect(page.getByRole("alert").getByRole("link", { name: DUPLICATE })).toBeVisible();
	await see.values(page, { "App name": "tide clock" });
	await page.reload();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pocket Garden");
});

test("a contact address is on the app's public page until taken back", async ({ page, app }) => {
	const settings = `/app/${app.appId}/settings`;
	const save = (address: string) =>
		submit(page, "Save contact address", { "Contact e-mail": address });
	await page.goto(settings);
	await save("nobody");
	await see.refusal(page, "Contact e-mail (optional)", "Please enter a valid email address");
	await see.values(page, { "Contact e-mail": "nobody" });

	await save(" Hello@Meadow.example ");
	await expect(page).toHaveURL(settings);
	await see.text(page, "Contact address saved.");
	await see.values(page, { "Contact e-mail": "hello@meadow.example" });
	await page.goto(`/${app.accountName}/pocket-garden`);
	await see.heading(page, "Contact");
	await see.link(page, "hello@meadow.example", "mailto:hello@meadow.example");

	await page.goto(settings);
	await save("");
	await see.text(page, "The app shows no contact address any more.");
	await page.goto(`/${app.accountName}/pocket-garden`);
	await see.noText(page, "hello@meadow.example");
});

test("the settings show the app's facts, its base URL and ways on", async ({
	page,
	app,
	hasJavaScript,
}) => {
	await page.goto(`/app/${app.appId}/settings`);
	await expect(page.getByRole("region", { name: "App Information" })).toContainText(app.appId);
	await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(hasJavaScript ? 1 : 0);
	await follow(page, "Add Document");
	await expect(page).toHaveURL(`/app/${app.appId}/documents/new`);
	await page.goto(`/app/${app.appId}/settings`);
	await follow(page, "Open");
	await expect(page).toHaveURL(`/${app.accountName}/pocket-garden`);
	await see.text(page, "Nothing has been published here yet.");
});

test("deleting an app asks first, can be cancelled, takes its pages offline and frees its name", async ({
	page,
	app,
	policy,
}) => {
	const settings = `/app/${app.appId}/settings`;
	const publicPage = `/${app.accountName}/pocket-garden`;
	await page.goto(settings);
	await follow(page, "Delete App");
	await see.heading(page, "Delete Pocket Garden?");
	await see.text(page, "Its public pages stop working at once");
	await follow(page, "Cancel");
	await expect(page).toHaveURL(settings);
	expect((await page.request.get(policy.path)).status()).toBe(200);

	await follow(page, "Delete App");
	await press(page, "Delete App");
	await expect(page).toHaveURL("/dashboard");
	await see.text(page, "App Deleted");
	await expect(page.getByRole("article")).toHaveCount(0);
	await see.text(page, "0/2 apps on free plan");
	for (const path of [policy.path, publicPage]) {
		await see.answer(page, path, 410, "This app was taken down by its developer.");
	}
	const unknown = "App not found or you don't have permission to access it.";
	await see.answer(page, settings, 404, unknown);

	await page.goto("/dashboard");
	await createApp(page, "Pocket Garden");
	await see.text(page, "App created!");
	await see.answer(page, publicPage, 200, "Nothing has been published here yet.");
});

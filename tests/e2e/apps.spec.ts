import { expect, follow, type Page, press, submit, test } from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

const DUPLICATE = "You already have an app with this name. Please choose a different name.";

function createApp(page: Page, name: string) {
	return submit(page, "Create App", { "App name": name });
}

function rename(page: Page, name: string) {
	return submit(page, "Save name", { "App name": name });
}

test("a developer's first app leads to its first document; after two the free plan is full", async ({
	page,
	owner: _,
}) => {
	await page.goto("/dashboard");
	await see.text(page, "Welcome to Smallprint!", "Step 2 of 2");
	await createApp(page, "Pocket Garden");
	await see.text(page, "App created!");
	await see.heading(page, "Create Document");
	await follow(page, "Apps");
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

test("a title takes as many characters as it may have, and says how many are left @once", async ({
	page,
	app,
}) => {
	for (const [address, label, most] of [
		["/dashboard?new-app", "App name", 60],
		[`/app/${app.appId}/settings`, "App name", 60],
		[`/app/${app.appId}/documents/new`, "Title", 200],
	] as const) {
		await page.goto(address);
		const field = page.getByLabel(label, { exact: true });
		await field.fill("a".repeat(most - 3));
		await see.text(page, "3 characters left");
		await field.press("End");
		await field.pressSequentially("bc");
		await see.text(page, "1 character left");
		await field.pressSequentially("def");
		await expect(field).toHaveValue(`${"a".repeat(most - 3)}bcd`);
		await see.text(page, `At most ${most} characters fit here.`);
	}
});

test("what is typed before scripts run counts toward a title's length, too @once", async ({
	page,
	app: _,
}) => {
	const { promise, resolve } = Promise.withResolvers<void>();
	await page.route("**/assets/*.js", async (route) => {
		await promise;
		await route.continue();
	});
	await page.goto("/dashboard?new-app", { waitUntil: "commit" });
	await page.getByLabel("App name", { exact: true }).fill("a".repeat(57));
	resolve();
	await see.text(page, "3 characters left");
});

test("names that can't be an app's are refused under the title of their fault, and stay", async ({
	page,
	app: _,
}) => {
	await page.goto("/dashboard?new-app");
	const field = page.getByRole("textbox", { name: "App name" });
	for (const [name, title, text] of [
		["2048", "Invalid App Name", "App names cannot be purely numeric."],
		["Pocket-Garden", "Duplicate App Name", DUPLICATE],
		[" ", "App Name Required", "App name is required"],
	] as const) {
		await createApp(page, name);
		await page.getByRole("alert", { name: title }).getByRole("link", { name: text }).click();
		await expect(field).toBeFocused();
		await expect(field).toHaveValue(name);
		await expect(field).toHaveAccessibleDescription(new RegExp(text));
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

test("a rename to the same name changes nothing, and one to another app's name is refused", async ({
	page,
	owner,
	app,
	policy,
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
	await expect(page.getByRole("navigation", { name: "Pocket Garden" })).toBeVisible();

	await rename(page, "Balcony Garden");
	await see.text(page, "App name updated");
	await see.text(page, "1 document moved; the old addresses lead to the new ones.");
	await expect(page.getByRole("navigation", { name: "Balcony Garden" })).toBeVisible();
	await page.goto(policy.path);
	await expect(page).toHaveURL(`/${app.accountName}/balcony-garden/privacy-policy`);
});

test("a contact address is kept and taken back", async ({ page, app }) => {
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
	await save("");
	await see.text(page, "The app shows no contact address any more.");
});

test("deleting an app asks first, can be cancelled, and takes its pages offline", async ({
	page,
	app,
	policy,
}) => {
	const settings = `/app/${app.appId}/settings`;

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
	await see.answer(page, policy.path, 410, "This app was taken down by its developer.");
});

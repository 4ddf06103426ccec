import { expect, expectRefused, type Page, test } from "../kit/browser/e2e.ts";

const DUPLICATE = "You already have an app with this name. Please choose a different name.";

async function createApp(page: Page, name: string) {
	await page.getByRole("textbox", { name: "App name" }).fill(name);
	await page.getByRole("button", { name: "Create App" }).click();
}

async function rename(page: Page, name: string) {
	await page.getByRole("textbox", { name: "App name" }).fill(name);
	await page.getByRole("button", { name: "Save name" }).click();
}

test("a developer creates a first and a second app; then the free plan is full", async ({
	page,
	signInAs,
}) => {
	await signInAs();
	await page.goto("/dashboard");
	await expect(page.getByText("Welcome to Smallprint!")).toBeVisible();
	await expect(page.getByText("Step 2 of 2")).toBeVisible();
	await createApp(page, "Pocket Garden");
	await expect(page.getByText("App created!")).toBeVisible();
	await expect(page.getByRole("article", { name: "Pocket Garden" })).toBeVisible();
	await expect(page.getByText("Welcome to Smallprint!")).toHaveCount(0);
	await expect(page.getByText("Free Plan Limit Reached")).toHaveCount(0);

	await page.getByRole("link", { name: "New App" }).click();
	await createApp(page, "Tide Clock");
	await expect(page.getByRole("article").first()).toHaveAccessibleName("Tide Clock");
	await expect(page.getByText("2/2 apps on free plan")).toBeVisible();
	await expect(page.getByText("Free Plan Limit Reached")).toBeVisible();
	await expect(page.getByRole("link", { name: "View Plans" })).toHaveAttribute("href", "/upgrade");

	await page.getByRole("link", { name: "New App" }).click();
	await createApp(page, "Third Time");
	const summary = page.getByRole("alert");
	await expect(summary.getByRole("heading", { name: "Free plan limit reached" })).toBeVisible();
	await expect(summary).toContainText(
		"You can only have 2 apps on the free plan. Please upgrade or delete some apps.",
	);
	await expect(page.getByRole("textbox", { name: "App name" })).toHaveValue("Third Time");
	await page.getByRole("link", { name: "Cancel" }).click();
	await expect(page.getByRole("textbox", { name: "App name" })).toHaveCount(0);
	await expect(page.getByRole("article")).toHaveCount(2);
});

test("names that can't be an app's are refused with the reason, and stay in the field", async ({
	page,
	signInAs,
	factories,
}) => {
	await factories.createApp(await signInAs(), "Pocket Garden");
	await page.goto("/dashboard?new-app");
	const cases = [
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
		["a".repeat(61), "Please use at most 60 characters."],
		[" ", "App name is required"],
	] as const;
	for (const [name, text] of cases) {
		await createApp(page, name);
		await page.getByRole("alert").getByRole("link", { name: text, exact: true }).click();
		const field = page.getByRole("textbox", { name: "App name" });
		await expect(field).toBeFocused();
		await expect(field).toHaveValue(name);
		await expect(field).toHaveAccessibleDescription(new RegExp(text.replace(/[.*?()]/g, ".")));
		await expect(page).toHaveTitle(/^Error: /);
	}
	await createApp(page, "pocket garden");
	const summary = page.getByRole("alert", { name: "Duplicate App Name" });
	await summary.getByRole("link", { name: DUPLICATE }).click();
	await page.getByRole("textbox", { name: "App name" }).press("End");
	await expect(summary).toBeVisible();
	await createApp(page, "Tide Clock");
	await expect(page.getByRole("article")).toHaveCount(2);
	await expect(page).toHaveTitle(/^Dashboard/);
});

test("a rename counts what moved, and every old address leads to the new one", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await signInAs();
	const app = await factories.createApp(owner, "Pocket Garden");
	const policy = await factories.createDocument(app);
	await page.goto("/dashboard");
	await page.getByRole("link", { name: "App settings of Pocket Garden" }).click();
	await rename(page, "Balcony Garden");
	await expect(page.getByText("App name updated")).toBeVisible();
	await expect(
		page.getByText("1 document moved; the old addresses lead to the new ones."),
	).toBeVisible();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Balcony Garden");

	await page.goto(policy.path);
	await expect(page).toHaveURL(`/${owner.accountName}/balcony-garden/privacy-policy`);
	await page.goto(`/${owner.accountName}/pocket-garden`);
	await expect(page).toHaveURL(`/${owner.accountName}/balcony-garden`);
	await expect(page.getByRole("heading", { name: "Balcony Garden" })).toBeVisible();
	await page.goto(`/doc/${app.appId}/privacy-policy`);
	await expect(page).toHaveURL(`/${owner.accountName}/balcony-garden/privacy-policy`);
});

test("a rename to the same name changes nothing and says so", async ({
	page,
	signInAs,
	factories,
}) => {
	const app = await factories.createApp(await signInAs(), "Pocket Garden");
	await page.goto(`/app/${app.appId}/settings`);
	await rename(page, " Pocket  Garden ");
	await expect(page.getByText("No Changes")).toBeVisible();
	await expect(page.getByText("App name is already up to date.")).toBeVisible();
});

test("a rename to another app's name is refused", async ({ page, signInAs, factories }) => {
	const owner = await signInAs();
	const app = await factories.createApp(owner, "Pocket Garden");
	await factories.createApp(owner, "Tide Clock");
	await page.goto(`/app/${app.appId}/settings`);
	await rename(page, "tide clock");
	await expect(page.getByRole("heading", { name: "Duplicate App Name" })).toBeVisible();
	await expect(page.getByRole("alert").getByRole("link", { name: DUPLICATE })).toBeVisible();
	await expect(page.getByRole("textbox", { name: "App name" })).toHaveValue("tide clock");
	await page.reload();
	await expect(page.getByRole("heading", { level: 1 })).toHaveText("Pocket Garden");
});

test("a contact address is shown on the app's public page until it is taken back", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await signInAs();
	const app = await factories.createApp(owner, "Pocket Garden");
	const label = "Contact e-mail (optional)";
	const save = page.getByRole("button", { name: "Save contact address" });
	await page.goto(`/app/${app.appId}/settings`);
	await page.getByLabel(label).fill("nobody");
	await save.click();
	await expectRefused(page, label, "Please enter a valid email address");
	await expect(page.getByLabel(label)).toHaveValue("nobody");

	await page.getByLabel(label).fill(" Hello@Meadow.example ");
	await save.click();
	await expect(page).toHaveURL(`/app/${app.appId}/settings`);
	await expect(page.getByText("Contact address saved.")).toBeVisible();
	await expect(page.getByLabel(label)).toHaveValue("hello@meadow.example");
	await page.goto(`/${owner.accountName}/pocket-garden`);
	await expect(page.getByRole("heading", { name: "Contact" })).toBeVisible();
	await expect(page.getByRole("link", { name: "hello@meadow.example" })).toHaveAttribute(
		"href",
		"mailto:hello@meadow.example",
	);

	await page.goto(`/app/${app.appId}/settings`);
	await page.getByLabel(label).fill("");
	await save.click();
	await expect(page.getByText("The app shows no contact address any more.")).toBeVisible();
	await page.goto(`/${owner.accountName}/pocket-garden`);
	await expect(page.getByText("hello@meadow.example")).toHaveCount(0);
});

test("the settings show the app's facts, its base URL and ways on", async ({
	page,
	signInAs,
	factories,
	hasJavaScript,
}) => {
	const owner = await signInAs();
	const app = await factories.createApp(owner, "Pocket Garden");
	await page.goto(`/app/${app.appId}/settings`);
	await expect(page.getByRole("region", { name: "App Information" })).toContainText(app.appId);
	await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(hasJavaScript ? 1 : 0);
	await page.getByRole("link", { name: "Add Document" }).click();
	await expect(page).toHaveURL(`/app/${app.appId}/documents/new`);
	await page.goto(`/app/${app.appId}/settings`);
	await page.getByRole("link", { name: "Open" }).click();
	await expect(page).toHaveURL(`/${owner.accountName}/pocket-garden`);
	await expect(page.getByText("Nothing has been published here yet.")).toBeVisible();
});

test("deleting an app asks first, can be cancelled, and takes its pages offline", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await signInAs();
	const app = await factories.createApp(owner, "Pocket Garden");
	const policy = await factories.createDocument(app);
	await page.goto(`/app/${app.appId}/settings`);
	await page.getByRole("link", { name: "Delete App" }).click();
	await expect(page.getByRole("heading", { name: "Delete Pocket Garden?" })).toBeVisible();
	await expect(page.getByText("Its public pages stop working at once")).toBeVisible();
	await page.getByRole("link", { name: "Cancel" }).click();
	await expect(page).toHaveURL(`/app/${app.appId}/settings`);
	expect((await page.request.get(policy.path)).status()).toBe(200);

	await page.getByRole("link", { name: "Delete App" }).click();
	await page.getByRole("button", { name: "Delete App" }).click();
	await expect(page).toHaveURL("/dashboard");
	await expect(page.getByText("App Deleted")).toBeVisible();
	await expect(page.getByRole("article")).toHaveCount(0);
	await expect(page.getByText("0/2 apps on free plan")).toBeVisible();

	for (const path of [policy.path, `/${owner.accountName}/pocket-garden`]) {
		const response = await page.goto(path);
		expect(response?.status()).toBe(410);
		await expect(page.getByText("This app was taken down by its developer.")).toBeVisible();
	}
	const settings = await page.goto(`/app/${app.appId}/settings`);
	expect(settings?.status()).toBe(404);
	await expect(
		page.getByText("App not found or you don't have permission to access it."),
	).toBeVisible();
});

test("a deleted app's name and address are free for its owner's next app", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await signInAs();
	const app = await factories.createApp(owner, "Pocket Garden");
	await page.goto(`/app/${app.appId}/deletion`);
	await page.getByRole("button", { name: "Delete App" }).click();
	await createApp(page, "Pocket Garden");
	await expect(page.getByText("App created!")).toBeVisible();
	const response = await page.goto(`/${owner.accountName}/pocket-garden`);
	expect(response?.status()).toBe(200);
});

import type { APIResponse, Locator, Route } from "@playwright/test";
import { expect, readMailedLink, test } from "../kit/browser/e2e.ts";

let count = 0;

function newEmail() {
	count += 1;
	return `twice-${process.pid}-${count}@example.com`;
}

/**
 * Presses a submit button twice before the first press is answered. The server gets both posts,
 * which a plain double click leaves to chance: the browser drops the first if it has not left yet.
 */
async function clickTwice(button: Locator) {
	const page = button.page();
	const answers: Promise<APIResponse>[] = [];
	let release = () => {};
	const secondIsAnswered = new Promise<void>((resolve) => {
		release = resolve;
	});
	async function answer(route: Route) {
		if (route.request().method() !== "POST") return route.fallback();
		const response = route.fetch({ maxRedirects: 0 });
		answers.push(response);
		const isFirst = answers.length === 1;
		const settled = await response;
		if (isFirst) await secondIsAnswered;
		else release();
		// The browser has given up the first post, and nobody waits for its answer.
		await route.fulfill({ response: settled }).catch(() => {});
	}
	await page.route("**", answer);
	await button.scrollIntoViewIfNeeded();
	const box = await button.boundingBox();
	if (!box) throw new Error("The button is not on the page");
	const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
	await page.mouse.click(...middle);
	await expect.poll(() => answers.length).toBe(1);
	await page.mouse.click(...middle);
	await expect
		.poll(
			async () =>
				answers.length === 2 || (await button.isDisabled({ timeout: 200 }).catch(() => false)),
		)
		.toBe(true);
	if (answers.length === 1) release();
	await Promise.all(answers);
	await page.unroute("**", answer);
}

async function countRows(
	table: "app" | "document" | "documentVersion" | "session" | "outboxMail",
	where: Record<string, unknown>,
) {
	const { db } = await import("#app/platform/db/db.server.ts");
	const model = db[table] as unknown as { count(query: { where: object }): Promise<number> };
	return model.count({ where });
}

test.beforeEach(async ({ server: _ }) => {
	const { transaction } = await import("#app/platform/db/db.server.ts");
	await transaction((tx) => tx.rateLimit.deleteMany());
});

test("creating, confirming and signing in to an account", async ({ page, factories }) => {
	const email = newEmail();
	await page.goto("/auth?mode=sign-up");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Password", { exact: true }).fill("correct horse");
	await page.getByLabel("Confirm password").fill("correct horse");
	await clickTwice(page.getByRole("button", { name: "Create Account" }));
	await expect(page.getByText("Check your email for the confirmation link!")).toBeVisible();
	const link = await readMailedLink(page, email);
	expect(await countRows("outboxMail", { recipient: email })).toBe(1);

	await page.goto(link);
	await clickTwice(page.getByRole("button", { name: "Confirm my address" }));
	await expect(page).toHaveURL("/dashboard");
	await expect(page.getByText("Step 1 of 2")).toBeVisible();
	await clickTwice(page.getByRole("button", { name: "Sign Out" }));
	await expect(page).toHaveURL("/");
	expect(await countRows("session", { user: { email } })).toBe(0);

	const user = await factories.createUser();
	await page.goto("/auth");
	await page.getByLabel("Email").fill(user.email);
	await page.getByLabel("Password").fill(factories.PASSWORD);
	await clickTwice(page.getByRole("button", { name: "Sign In" }));
	await expect(page).toHaveURL("/dashboard");
});

test("asking for a new confirmation link", async ({ page, factories }) => {
	const user = await factories.createUser({ confirmed: false });
	await page.goto("/auth");
	await page.getByLabel("Email").fill(user.email);
	await page.getByLabel("Password").fill(factories.PASSWORD);
	await clickTwice(page.getByRole("button", { name: "Sign In" }));
	await expect(page.getByRole("alert")).toContainText("Email not confirmed.");
	await clickTwice(page.getByRole("button", { name: "Send a new confirmation link" }));
	await expect(page.getByText("Check your email for the confirmation link!")).toBeVisible();
	expect(await countRows("outboxMail", { recipient: user.email })).toBe(1);
});

test("replacing a forgotten password", async ({ page, factories }) => {
	const user = await factories.createUser();
	await page.goto("/auth/forgot");
	await page.getByLabel("Email").fill(user.email);
	await clickTwice(page.getByRole("button", { name: "Send the link" }));
	await expect(page.getByText("If the address has an account")).toBeVisible();
	const link = await readMailedLink(page, user.email);
	expect(await countRows("outboxMail", { recipient: user.email })).toBe(1);
	await page.goto(link);
	await page.getByLabel("New password", { exact: true }).fill("battery staple");
	await page.getByLabel("Confirm new password").fill("battery staple");
	await clickTwice(page.getByRole("button", { name: "Change password" }));
	// Both posts hash the password before either is written, so the link is used up by the one or
	// the other, and the page is the second's.
	const goToLogin = page.getByRole("link", { name: "Go to Login" });
	const changed = page.getByText("Your password is changed.");
	await expect(goToLogin.or(changed)).toBeVisible();
	if (await goToLogin.isVisible()) await goToLogin.click();
	await expect(changed).toBeVisible();
	expect(await countRows("outboxMail", { recipient: user.email })).toBe(2);
});

test("changing the password and the address", async ({ page, signInAs, factories }) => {
	const user = await signInAs();
	await page.goto("/settings");
	await page.getByLabel("Current password").fill(factories.PASSWORD);
	await page.getByLabel("New password", { exact: true }).fill("battery staple");
	await page.getByLabel("Confirm new password").fill("battery staple");
	await clickTwice(page.getByRole("button", { name: "Change password" }));
	await expect(page.getByText("Every other browser was signed out.")).toBeVisible();
	expect(await countRows("outboxMail", { recipient: user.email })).toBe(1);

	const email = newEmail();
	await page.goto("/settings/email");
	await page.getByLabel("New e-mail address").fill(email);
	await page.getByLabel("Current password").fill("battery staple");
	await clickTwice(page.getByRole("button", { name: "Send the link" }));
	await expect(page.getByRole("heading", { name: "Check your new mailbox" })).toBeVisible();
	const link = await readMailedLink(page, email);
	expect(await countRows("outboxMail", { recipient: email })).toBe(1);
	await page.goto(link);
	await clickTwice(page.getByRole("button", { name: "Confirm my new address" }));
	await expect(page.getByRole("heading", { name: "Your address is changed" })).toBeVisible();
});

test("deleting the account", async ({ page, signInAs, factories }) => {
	const user = await signInAs();
	await page.goto("/settings/deletion");
	await page.getByLabel("Type DELETE to confirm").fill("DELETE");
	await page.getByLabel("Current password").fill(factories.PASSWORD);
	await clickTwice(page.getByRole("button", { name: "Delete Account" }));
	await expect(page).toHaveURL("/");
	await expect(page.getByText("Your account was deleted")).toBeVisible();
	expect(await countRows("outboxMail", { recipient: user.email })).toBe(1);
});

test("saving an account name", async ({ page, signInAs }) => {
	const email = newEmail();
	await signInAs({ accountName: null, email });
	await page.goto("/account-name");
	await clickTwice(page.getByRole("button", { name: "Save account name" }));
	await expect(page).toHaveURL("/dashboard");
	await expect(page.getByText("Account name created", { exact: true })).toBeVisible();
	await expect(page.getByRole("alert")).toHaveCount(0);
});

test("creating, renaming and deleting an app", async ({ page, signInAs, factories }) => {
	const owner = await signInAs();
	await page.goto("/dashboard");
	await page.getByLabel("App name").fill("Pocket Garden");
	await clickTwice(page.getByRole("button", { name: "Create App" }));
	await expect(page.getByText("App created!")).toBeVisible();
	await expect(page.getByRole("article")).toHaveCount(1);
	await expect(page.getByRole("alert")).toHaveCount(0);

	const app = await factories.createApp(owner, "Tide Clock");
	await page.goto(`/app/${app.appId}/settings`);
	await page.getByLabel("App name").fill("Moon Clock");
	await clickTwice(page.getByRole("button", { name: "Save name" }));
	await expect(page.getByText("App name updated")).toBeVisible();
	await expect(page.getByRole("alert")).toHaveCount(0);

	await page.goto(`/app/${app.appId}/deletion`);
	await clickTwice(page.getByRole("button", { name: "Delete App" }));
	await expect(page).toHaveURL("/dashboard");
	await expect(page.getByText("App Deleted")).toBeVisible();
	await expect(page.getByRole("article")).toHaveCount(1);
});

test("creating the last app that the plan allows", async ({ page, signInAs, factories }) => {
	const owner = await signInAs();
	await factories.createApp(owner);
	await page.goto("/dashboard?new-app");
	await page.getByLabel("App name").fill("Pocket Garden");
	await clickTwice(page.getByRole("button", { name: "Create App" }));
	await expect(page.getByText("App created!")).toBeVisible();
	await expect(page.getByText("Free plan limit reached", { exact: true })).toHaveCount(0);
	expect(await countRows("app", { userId: owner.userId })).toBe(2);
});

test("publishing, changing, restoring and deleting a document", async ({
	page,
	signInAs,
	factories,
}) => {
	const app = await factories.createApp(await signInAs());
	await page.goto(`/app/${app.appId}/documents/new`);
	await page.getByLabel("Title").fill("Privacy Policy");
	await page.getByLabel("Content").fill("We collect nothing.");
	await clickTwice(page.getByRole("button", { name: "Preview" }));
	await expect(page.getByRole("region", { name: "Preview" })).toBeVisible();
	await clickTwice(page.getByRole("button", { name: "Edit", exact: true }));
	await expect(page.getByLabel("Content")).toHaveValue("We collect nothing.");
	await clickTwice(page.getByRole("button", { name: "Publish" }));
	await expect(page.getByRole("heading", { name: "Document published" })).toBeVisible();
	expect(await countRows("document", { appId: app.appId })).toBe(1);

	await page.goto("/dashboard");
	await page.getByRole("link", { name: "Edit Privacy Policy" }).click();
	await page.getByLabel("Content").fill("We collect even less.");
	await clickTwice(page.getByRole("button", { name: "Save Changes" }));
	await expect(page).toHaveURL("/dashboard");
	await expect(page.getByText("Changes saved.")).toBeVisible();
	const versions = { document: { appId: app.appId } };
	expect(await countRows("documentVersion", versions)).toBe(2);

	await page.getByRole("link", { name: "Edit Privacy Policy" }).click();
	await page.getByRole("link", { name: "Versions" }).click();
	await page.getByRole("link", { name: "Version 1" }).click();
	await clickTwice(page.getByRole("button", { name: "Restore this version" }));
	await expect(page.getByText("Version 1 is public again.")).toBeVisible();
	await expect(page.getByRole("alert")).toHaveCount(0);
	expect(await countRows("documentVersion", versions)).toBe(3);

	await page.goto("/dashboard");
	await page.getByRole("link", { name: "Delete Privacy Policy" }).click();
	await clickTwice(page.getByRole("button", { name: "Delete document" }));
	await expect(page).toHaveURL("/dashboard");
	await expect(page.getByText("Document deleted successfully")).toBeVisible();
	await expect(page.getByText("Document not found.")).toHaveCount(0);
});

test("Use Sample, Refresh and the guide", async ({ page, signInAs, factories }) => {
	const app = await factories.createApp(await signInAs({ guideDismissed: false }));
	await page.goto("/dashboard");
	await clickTwice(page.getByRole("button", { name: "Refresh" }));
	await expect(page.getByText("Refreshed successfully")).toHaveCount(1);
	await clickTwice(page.getByRole("button", { name: "Dismiss the guide" }));
	await expect(page.locator("#guide")).toHaveCount(0);
	await expect(page).toHaveURL("/dashboard");
	await page.goto(`/app/${app.appId}/documents/new`);
	await clickTwice(page.getByRole("button", { name: "Use Sample" }));
	await expect(page.getByLabel("Title")).toHaveValue("Privacy Policy");
	await expect(page.getByRole("alert")).toHaveCount(0);
});

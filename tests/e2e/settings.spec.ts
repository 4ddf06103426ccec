import {
	expect,
	expectRefused,
	type Page,
	readMailedLink,
	signIn,
	test,
} from "../kit/browser/e2e.ts";
import { readZip } from "../kit/zip.ts";

const WRONG = "Invalid email or password. Please check your credentials and try again.";
const NEW_PASSWORD = "battery staple";

let count = 0;

function newEmail() {
	count += 1;
	return `moved-${process.pid}-${count}@example.com`;
}

async function changePassword(page: Page, current: string, password: string, again = password) {
	await page.getByLabel("Current password").fill(current);
	await page.getByLabel("New password", { exact: true }).fill(password);
	await page.getByLabel("Confirm new password").fill(again);
	await page.getByRole("button", { name: "Change password" }).click();
}

// Wrong passwords are counted for the client's address too, which all of these tests share.
test.beforeEach(async ({ server: _ }) => {
	const { transaction } = await import("#app/platform/db/db.server.ts");
	await transaction((tx) => tx.rateLimit.deleteMany());
});

test("the settings stand in their sections", async ({ page, signInAs }) => {
	await signInAs();
	await page.goto("/settings");
	await expect(page.getByRole("heading", { level: 2 })).toHaveText([
		"Profile",
		"Security",
		"Billing",
		"Your data",
		"Danger Zone",
	]);
});

test("a name and a company are kept, and a name is needed", async ({ page, signInAs }) => {
	await signInAs();
	await page.goto("/settings");
	await page.getByLabel("Company").fill("Engines");
	await page.getByRole("button", { name: "Save profile" }).click();
	await expectRefused(page, "Name", "Name is required.");
	await expect(page.getByLabel("Company")).toHaveValue("Engines");
	await page.getByLabel("Name", { exact: true }).fill("  Ada   Lovelace ");
	await page.getByRole("button", { name: "Save profile" }).click();
	await expect(page.getByRole("status").first()).toContainText("Profile updated.");
	await page.reload();
	await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ada Lovelace");
	await expect(page.getByLabel("Company")).toHaveValue("Engines");
});

test("a new password signs every other browser out, and this one not", async ({
	page,
	openOtherBrowser,
	signInAs,
	factories,
}) => {
	const user = await signInAs();
	const other = await openOtherBrowser();
	await signIn(other, user.email, factories.PASSWORD);
	await expect(other).toHaveURL("/dashboard");

	await page.goto("/settings");
	await changePassword(page, factories.PASSWORD, NEW_PASSWORD);
	await expect(page).toHaveURL("/settings");
	await expect(page.getByText("Every other browser was signed out.")).toBeVisible();
	await page.goto("/dashboard");
	await expect(page.getByRole("heading", { name: "Your apps" })).toBeVisible();
	await other.reload();
	await expect(other.getByRole("heading", { name: "Please Log In" })).toBeVisible();
	await signIn(other, user.email, factories.PASSWORD);
	await expect(other.getByRole("alert")).toContainText(WRONG);
	await signIn(other, user.email, NEW_PASSWORD);
	await expect(other).toHaveURL("/dashboard");
});

test("a password is changed only by who knows it, and typed the same way twice", async ({
	page,
	signInAs,
	factories,
}) => {
	await signInAs();
	await page.goto("/settings");
	await changePassword(page, "not the password", NEW_PASSWORD);
	await expectRefused(page, "Current password", "This is not your current password.");
	await expect(page.getByLabel("Current password")).toHaveValue("");
	await changePassword(page, factories.PASSWORD, NEW_PASSWORD, "battery stable");
	await expectRefused(page, "Confirm new password", "New passwords don't match.");
	await changePassword(page, factories.PASSWORD, "short");
	await expectRefused(page, "New password", "Password must be at least 6 characters long");
	await changePassword(page, factories.PASSWORD, NEW_PASSWORD);
	await expect(page).toHaveURL("/settings");
});

test("an address changes once the link in the new mailbox is used, signed in or not", async ({
	page,
	openOtherBrowser,
	signInAs,
	factories,
}) => {
	const user = await signInAs();
	const email = newEmail();
	await page.goto("/settings");
	await page.getByRole("link", { name: "Change e-mail address" }).click();
	await page.getByLabel("New e-mail address").fill(email);
	await page.getByLabel("Current password").fill(factories.PASSWORD);
	await page.getByRole("button", { name: "Send the link" }).click();
	await expect(page.getByRole("heading", { name: "Check your new mailbox" })).toBeVisible();
	await expect(page.getByText(user.email)).toBeVisible();

	const other = await openOtherBrowser();
	await other.goto(await readMailedLink(other, email));
	await expect(other.getByRole("button")).toHaveCount(1);
	await other.reload();
	await other.getByRole("button", { name: "Confirm my new address" }).click();
	await expect(other.getByRole("heading", { name: "Your address is changed" })).toBeVisible();
	await other.reload();
	await expect(other.getByText(`You sign in as ${email} from now on.`)).toBeVisible();
	await signIn(other, email, factories.PASSWORD);
	await expect(other).toHaveURL("/dashboard");

	await page.goto("/settings");
	await expect(page.getByText(`You sign in as ${email}`)).toBeVisible();
	await page.goto("/local/mailbox");
	const told = page.locator("li", { hasText: `To ${user.email}` });
	await expect(told.getByText("Your e-mail address was changed")).toBeVisible();
	await expect(told.getByText("Your e-mail address is about to change")).toBeVisible();
});

test("an address that has an account is answered as any other, and its holder is told", async ({
	page,
	signInAs,
	factories,
}) => {
	const holder = await factories.createUser();
	await signInAs();
	await page.goto("/settings/email");
	await page.getByLabel("New e-mail address").fill(holder.email);
	await page.getByLabel("Current password").fill(factories.PASSWORD);
	await page.getByRole("button", { name: "Send the link" }).click();
	await expect(page.getByRole("heading", { name: "Check your new mailbox" })).toBeVisible();
	await page.goto("/local/mailbox");
	await expect(page.locator("li", { hasText: `To ${holder.email}` })).toContainText(
		"Somebody tried to use your e-mail address",
	);
});

test("another browser is signed out from the list, one or all", async ({
	page,
	openOtherBrowser,
	signInAs,
	factories,
}) => {
	const user = await signInAs();
	const other = await openOtherBrowser();
	await signIn(other, user.email, factories.PASSWORD);
	await expect(other).toHaveURL("/dashboard");

	await page.goto("/settings");
	const browsers = page.getByRole("listitem").filter({ hasText: "Signed in" });
	await expect(browsers).toHaveCount(2);
	await expect(browsers.first()).toContainText("This browser");
	await expect(browsers.last()).toContainText("Firefox on Linux");
	await browsers
		.last()
		.getByRole("button", { name: /^Sign out Firefox on Linux/ })
		.click();
	await expect(page.getByText("That browser is signed out.")).toBeVisible();
	await expect(browsers).toHaveCount(1);
	await other.reload();
	await expect(other.getByRole("heading", { name: "Please Log In" })).toBeVisible();

	await signIn(other, user.email, factories.PASSWORD);
	await expect(other).toHaveURL("/dashboard");
	await page.goto("/settings");
	await page.getByRole("button", { name: "Sign out all other browsers" }).click();
	await expect(page.getByText("Every other browser is signed out.")).toBeVisible();
	await other.reload();
	await expect(other.getByRole("heading", { name: "Please Log In" })).toBeVisible();
});

test("everything is downloaded as a ZIP", async ({ page, signInAs, factories }) => {
	const app = await factories.createApp(await signInAs(), "Pocket Garden");
	await factories.createDocument(app, { content: "We collect nothing." });
	await page.goto("/settings");
	const downloading = page.waitForEvent("download");
	await page.getByRole("link", { name: "Export your data" }).click();
	const download = await downloading;
	expect(download.suggestedFilename()).toBe("smallprint-export.zip");
	const chunks: Buffer[] = [];
	for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
	const files = readZip(Buffer.concat(chunks));
	expect(files.get("apps/pocket-garden/documents/privacy-policy.md")).toBe("We collect nothing.");
});

test("a deleted account is gone for everybody, and its address begins anew", async ({
	page,
	signInAs,
	factories,
}) => {
	const user = await signInAs();
	const app = await factories.createApp(user, "Pocket Garden");
	const document = await factories.createDocument(app);
	await page.goto("/settings");
	await page.getByRole("link", { name: "Delete Account" }).click();
	await expect(page.getByText("Your 1 app and 1 document go offline at once.")).toBeVisible();
	await expect(page.getByRole("link", { name: "Export your data" })).toBeVisible();
	await page.getByLabel("Type DELETE to confirm").fill("delete");
	await page.getByLabel("Current password").fill(factories.PASSWORD);
	await page.getByRole("button", { name: "Delete Account" }).click();
	await expectRefused(
		page,
		"Type DELETE to confirm",
		"Please type 'DELETE' to confirm account deletion.",
	);
	await page.getByLabel("Type DELETE to confirm").fill("DELETE");
	await page.getByLabel("Current password").fill("not the password");
	await page.getByRole("button", { name: "Delete Account" }).click();
	await expectRefused(page, "Current password", "This is not your current password.");
	await page.getByLabel("Current password").fill(factories.PASSWORD);
	await page.getByRole("button", { name: "Delete Account" }).click();

	await expect(page).toHaveURL("/");
	await expect(page.getByText("Your account was deleted")).toBeVisible();
	await expect(page.getByRole("link", { name: "Sign In" })).toBeVisible();
	await page.reload();
	await expect(page.getByText("Your account was deleted")).toHaveCount(0);
	for (const path of [document.path, `/doc/${app.appId}/${document.slug}`]) {
		const answer = await page.goto(path);
		expect(answer?.status()).toBe(410);
		await expect(page.getByText("was taken down by its developer.")).toBeVisible();
	}

	await signIn(page, user.email, factories.PASSWORD);
	await expect(page.getByRole("alert")).toContainText(WRONG);
	await page.goto("/auth?mode=sign-up");
	await page.getByLabel("Email").fill(user.email);
	await page.getByLabel("Password", { exact: true }).fill(NEW_PASSWORD);
	await page.getByLabel("Confirm password").fill(NEW_PASSWORD);
	await page.getByRole("button", { name: "Create Account" }).click();
	await expect(page.getByText("Check your email for the confirmation link!")).toBeVisible();
	await page.goto(await readMailedLink(page, user.email));
	await page.getByRole("button", { name: "Confirm my address" }).click();
	await expect(page.getByText("Step 1 of 2")).toBeVisible();
	await expect(page.getByText("Pocket Garden")).toHaveCount(0);
});

test("whoever is not signed in is asked to log in before deleting, and comes back", async ({
	page,
	factories,
}) => {
	const user = await factories.createUser();
	const answer = await page.goto("/settings/deletion");
	expect(answer?.status()).toBe(401);
	await expect(page.getByRole("heading", { name: "Authentication Error" })).toBeVisible();
	await page.getByRole("link", { name: "Go to Login" }).click();
	await page.getByLabel("Email").fill(user.email);
	await page.getByLabel("Password").fill(factories.PASSWORD);
	await page.getByRole("button", { name: "Sign In" }).click();
	await expect(page).toHaveURL("/settings/deletion");
});

test("signing out leads home", async ({ page, signInAs }) => {
	await signInAs();
	await page.goto("/settings");
	await page.getByRole("main").getByRole("button", { name: "Sign Out", exact: true }).click();
	await expect(page).toHaveURL("/");
});

import {
	expect,
	follow,
	newEmail,
	PASSWORD,
	type Page,
	press,
	readMailedLink,
	signIn,
	signUp,
	submit,
	test,
} from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";
import { readZip } from "../kit/zip.ts";

const WRONG = "Invalid email or password. Please check your credentials and try again.";
const ANOTHER = "battery staple";

function changePassword(page: Page, current: string, password: string, again = password) {
	const passwords = { "New password": password, "Confirm new password": again };
	return submit(page, "Change password", { "Current password": current, ...passwords });
}

async function requestAddress(page: Page, email: string) {
	await submit(page, "Send the link", {
		"New e-mail address": email,
		"Current password": PASSWORD,
	});
	await see.heading(page, "Check your new mailbox");
}

test("the settings have sections, and signing out leads home", async ({ page, owner: _ }) => {
	await page.goto("/settings");
	const sections = ["Profile", "Security", "Billing", "Your data", "Danger Zone"];
	await expect(page.getByRole("heading", { level: 2 })).toHaveText(sections);
	await press(page.getByRole("main"), "Sign Out");
	await expect(page).toHaveURL("/");
});

test("a name and a company are kept, and a name is needed", async ({ page, owner: _ }) => {
	await page.goto("/settings");
	await submit(page, "Save profile", { Company: "Engines" });
	await see.refusal(page, "Name", "Name is required.");
	await see.values(page, { Company: "Engines" });
	await submit(page, "Save profile", { Name: "  Ada   Lovelace " });
	await expect(page.getByRole("status").first()).toContainText("Profile updated.");
	await page.reload();
	await see.values(page, { Name: "Ada Lovelace", Company: "Engines" });
});

test("a new password signs every other browser out, and this one not", async ({
	page,
	openOtherBrowser,
	owner,
}) => {
	const other = await openOtherBrowser(owner);
	await page.goto("/settings");
	await changePassword(page, PASSWORD, ANOTHER);
	await expect(page).toHaveURL("/settings");
	await see.text(page, "Every other browser was signed out.");
	await page.goto("/dashboard");
	await see.heading(page, "Your apps");
	await other.reload();
	await see.heading(other, "Please Log In");
	await signIn(other, owner.email);
	await expect(other.getByRole("alert")).toContainText(WRONG);
	await signIn(other, owner.email, ANOTHER);
	await expect(other).toHaveURL("/dashboard");
});

test("a password is changed only by who knows it, and typed the same way twice", async ({
	page,
	owner: _,
}) => {
	await page.goto("/settings");
	await changePassword(page, "not the password", ANOTHER);
	await see.refusal(page, "Current password", "This is not your current password.");
	await see.values(page, { "Current password": "" });
	await changePassword(page, PASSWORD, ANOTHER, "battery stable");
	await see.refusal(page, "Confirm new password", "New passwords don't match.");
	await changePassword(page, PASSWORD, "short");
	await see.refusal(page, "New password", "Password must be at least 6 characters long");
	await changePassword(page, PASSWORD, ANOTHER);
	await expect(page).toHaveURL("/settings");
});

test("an address changes once the link in the new mailbox is used, signed in or not", async ({
	page,
	openOtherBrowser,
	owner,
}) => {
	const email = newEmail();
	await page.goto("/settings");
	await follow(page, "Change e-mail address");
	await requestAddress(page, email);
	await see.text(page, owner.email);

	const other = await openOtherBrowser();
	await other.goto(await readMailedLink(other, email));
	await expect(other.getByRole("button")).toHaveCount(1);
	await other.reload();
	await press(other, "Confirm my new address");
	await see.heading(other, "Your address is changed");
	await other.reload();
	await see.text(other, `You sign in as ${email} from now on.`);
	await signIn(other, email);
	await expect(other).toHaveURL("/dashboard");

	await page.goto("/settings");
	await see.text(page, `You sign in as ${email}`);
	await page.goto("/local/mailbox");
	const told = page.locator("li", { hasText: `To ${owner.email}` });
	await see.text(told, "Your e-mail address was changed", "Your e-mail address is about to change");
});

test("an address that has an account is answered as any other, and its holder is told", async ({
	page,
	user: holder,
	owner: _,
}) => {
	await page.goto("/settings/email");
	await requestAddress(page, holder.email);
	await page.goto("/local/mailbox");
	const told = page.locator("li", { hasText: `To ${holder.email}` });
	await expect(told).toContainText("Somebody tried to use your e-mail address");
});

test("the list signs other browsers out, one or all", async ({ page, openOtherBrowser, owner }) => {
	const other = await openOtherBrowser(owner);
	await page.goto("/settings");
	const browsers = page.getByRole("listitem").filter({ hasText: "Signed in" });
	await expect(browsers).toContainText(["This browser", "Firefox on Linux"]);
	await press(browsers.last(), /^Sign out Firefox on Linux/);
	await see.text(page, "That browser is signed out.");
	await expect(browsers).toHaveCount(1);
	await other.reload();
	await see.heading(other, "Please Log In");

	await signIn(other, owner.email);
	await expect(other).toHaveURL("/dashboard");
	await page.goto("/settings");
	await press(page, "Sign out all other browsers");
	await see.text(page, "Every other browser is signed out.");
	await other.reload();
	await see.heading(other, "Please Log In");
});

test("everything is downloaded as a ZIP", async ({ page, app, factories }) => {
	await factories.createDocument(app, { content: "We collect nothing." });
	await page.goto("/settings");
	const downloading = page.waitForEvent("download");
	await follow(page, "Export your data");
	const download = await downloading;
	expect(download.suggestedFilename()).toBe("smallprint-export.zip");
	const chunks: Buffer[] = [];
	for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
	const files = readZip(Buffer.concat(chunks));
	expect(files.get("apps/pocket-garden/documents/privacy-policy.md")).toBe("We collect nothing.");
});

test("a deleted account is gone for everybody, and its address begins anew", async ({
	page,
	owner,
	app,
	policy,
}) => {
	const confirm = (word: string, password: string) =>
		submit(page, "Delete Account", {
			"Type DELETE to confirm": word,
			"Current password": password,
		});
	await page.goto("/settings");
	await follow(page, "Delete Account");
	await see.text(page, "Your 1 app and 1 document go offline at once.");
	await expect(page.getByRole("link", { name: "Export your data" })).toBeVisible();
	await confirm("delete", PASSWORD);
	const typeIt = "Please type 'DELETE' to confirm account deletion.";
	await see.refusal(page, "Type DELETE to confirm", typeIt);
	await confirm("DELETE", "not the password");
	await see.refusal(page, "Current password", "This is not your current password.");
	await confirm("DELETE", PASSWORD);

	await expect(page).toHaveURL("/");
	await see.text(page, "Your account was deleted");
	await expect(page.getByRole("link", { name: "Sign In" })).toBeVisible();
	await page.reload();
	await see.noText(page, "Your account was deleted");
	for (const path of [policy.path, `/doc/${app.appId}/${policy.slug}`]) {
		await see.answer(page, path, 410, "was taken down by its developer.");
	}

	await signIn(page, owner.email);
	await expect(page.getByRole("alert")).toContainText(WRONG);
	await signUp(page, owner.email, ANOTHER);
	await see.text(page, "Check your email for the confirmation link!");
	await page.goto(await readMailedLink(page, owner.email));
	await press(page, "Confirm my address");
	await see.text(page, "Step 1 of 2");
	await see.noText(page, "Pocket Garden");
});

test("deleting asks whoever is not signed in to log in, and goes on", async ({ page, user }) => {
	await see.answer(page, "/settings/deletion", 403, { heading: "Authentication Error" });
	await follow(page, "Go to Login");
	await submit(page, "Sign In", { Email: user.email, Password: PASSWORD });
	await expect(page).toHaveURL("/settings/deletion");
});

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

const ANOTHER = "battery staple";

async function requestAddress(page: Page, email: string) {
	await submit(page, "Send the link", {
		"New e-mail address": email,
		"Current password": PASSWORD,
	});
	await see.heading(page, "Check your new mailbox");
}

test("an address changes once the link in the new mailbox is used, signed in or not @once", async ({
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
	await see.heading(other, "Your address is confirmed");
	await other.reload();
	await see.text(other, `You sign in as ${email}, and mail goes there.`);
	await signIn(other, email);
	await expect(other).toHaveURL("/dashboard");

	await page.goto("/settings");
	await see.text(page, `You sign in as ${email}`);
	await page.goto("/local/mailbox");
	const told = page.locator("li", { hasText: `To ${owner.email}` });
	await see.text(told, "Your e-mail address was changed", "Your e-mail address is about to change");
});

test("whose mail comes back reads why, and proves the address by a mailed link", async ({
	page,
	owner,
	factories,
}) => {
	await factories.makePro(owner);
	const { transaction } = await import("#app/platform/db/db.server.ts");
	const { markUndeliverable } = await import("#app/platform/mail/undeliverable.sql.ts");
	const mark = { kind: "bounce", reason: "Hard bounce: 550 no such user" } as const;
	await transaction(async (tx) => markUndeliverable(tx, owner.email, mark));

	await page.goto("/messages");
	await follow(page, "See in Settings what to do");
	await see.text(page, `Mail to ${owner.email} comes back.`, mark.reason);
	await press(page, "Mail me a link");
	await see.text(page, `The link is on its way to ${owner.email}.`);

	await page.goto(await readMailedLink(page, owner.email));
	await press(page, "Confirm my address");
	await see.heading(page, "Your address is confirmed");
	await page.goto("/messages");
	await see.heading(page, "Messages");
	await expect(page.getByText("See in Settings what to do")).toBeHidden();
});

test("how messages are told is chosen from the settings, and stays chosen", async ({
	page,
	owner: _,
}) => {
	await page.goto("/settings");
	await follow(page, "Choose notifications");
	await expect(page.getByLabel("Each message at once")).toBeChecked();
	for (const choice of ["One mail a day", "No mail"]) {
		await page.getByLabel(choice).check();
		await press(page, "Save notifications");
		await see.text(page, "Notifications saved.");
		await page.reload();
		await expect(page.getByLabel(choice)).toBeChecked();
	}
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

test("everything is downloaded as a ZIP @once", async ({ page, app, factories }) => {
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

test("a deleted account is gone for everybody, and its address begins anew @once", async ({
	page,
	owner,
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
	await see.answer(page, policy.path, 410, "was taken down by its developer.");
	await signUp(page, owner.email, ANOTHER);
	await page.goto(await readMailedLink(page, owner.email));
	await press(page, "Confirm my address");
	await see.text(page, "Step 1 of 2");
	await see.noText(page, "Pocket Garden");
});

import { expect, follow, type Page, press, signIn, submit, test } from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

async function find(page: Page, text: string) {
	await page.goto("/admin");
	await follow(page.getByRole("navigation", { name: "Administration" }), "Users");
	await search(page, text);
}

async function search(page: Page, text: string) {
	await page.getByRole("searchbox").fill(text);
	await press(page, "Search");
}

test("an administrator finds a user, suspends them, and lifts it again", async ({
	page,
	user,
	signInAs,
	factories,
}) => {
	const app = await factories.createApp(user, "Pocket Garden");
	const policy = await factories.createDocument(app);
	await page.goto(policy.path);
	await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();

	await signInAs({ adminRole: "admin" });
	await find(page, user.email);
	await follow(page, user.email);
	await expect(page.getByRole("heading", { level: 1, name: user.email })).toBeVisible();
	await see.link(page, "Pocket Garden", `/${user.accountName}/pocket-garden`);
	await follow(page, "Suspend");

	await press(page, "Suspend account");
	await expect(page.getByRole("alert")).toContainText("Please give a reason.");
	await expect(page).toHaveTitle(/^Error: /);
	await submit(page, "Suspend account", { Reason: "It sells what it may not." });
	await see.text(page, "The account is suspended.", "It sells what it may not.");
	const account = page.url();

	await see.answer(page, policy.path, 404, `Account "${user.accountName}" not found`);

	await page.goto(account);
	await follow(page, "Lift suspension");
	await submit(page, "Lift suspension", { Reason: "It was another account." });
	await see.text(page, "Everything is back.");
	await page.goto(policy.path);
	await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();

	await page.goto("/admin/settings");
	await follow(page, "Audit log");
	const log = page.getByRole("region", { name: "Audit log" });
	await expect(log.getByText("It was another account.").first()).toBeVisible();
	await expect(log.getByText("It sells what it may not.").first()).toBeVisible();
});

test("the overview's charts have a range, a scale and each value as a table", async ({
	page,
	signInAs,
}) => {
	await signInAs({ adminRole: "admin" });
	await page.goto("/admin");
	const chart = page.getByRole("figure").filter({ hasText: "Sign-ups" });
	for (const [range, rows, first] of [
		["90 days", 90, "Day"],
		["12 months", 12, "Month"],
		["30 days", 30, "Day"],
	] as const) {
		await follow(page, range);
		await expect(chart).toContainText(new RegExp(`Sign-ups \\d+ in ${range}`));
		await expect(chart.locator("summary")).toHaveText("Sign-ups as a table");
		await expect(chart.locator("th").first()).toHaveText(first);
		await expect(chart.locator("tbody tr")).toHaveCount(rows);
		// The pointer finds each value on its bar.
		await expect(chart.locator("svg g")).toHaveCount(rows);
		await expect(chart.locator("svg g title").last()).toHaveText(/\d{4}: \d+$/);
	}
});

test("somebody who is suspended reads whom to write to @once", async ({ page, user }) => {
	const { suspendUser } = await import("#app/admin/administration.server.ts");
	const { createAdmin } = await import("../kit/world/admin.ts");
	await suspendUser(await createAdmin(), user.userId, "Spam");
	await signIn(page, user.email);
	await expect(page.getByRole("alert")).toContainText(
		"This account is suspended, so nobody can sign in to it. Please write to support@smallprint.example.",
	);
});

test("a document is found by its title, and a failed mail is sent again @once", async ({
	page,
	user: owner,
	signInAs,
	factories,
}) => {
	const app = await factories.createApp(owner);
	const title = `Notice ${crypto.randomUUID().slice(0, 8)}`;
	const document = await factories.createDocument(app, { title });
	const { createFailedMail } = await import("../kit/world/mail.ts");
	const recipient = `gone-${crypto.randomUUID()}@example.com`;
	await createFailedMail(recipient);

	await signInAs({ adminRole: "admin" });
	await page.goto("/admin/content");
	await search(page, title);
	await see.link(page, title, document.path);
	await expect(page.getByRole("link", { name: owner.email })).toBeVisible();

	await page.goto("/admin/settings");
	const mail = page.getByRole("listitem").filter({ hasText: recipient });
	await expect(mail).toContainText("The mailbox is not there.");
	await press(mail, `Send again to ${recipient}`);
	await see.text(page, "The mail will be sent again.");
	await expect(mail).toHaveCount(0);
	await page.goto("/local/mailbox");
	await expect(page.getByText(`To ${recipient}`).first()).toBeVisible();
});

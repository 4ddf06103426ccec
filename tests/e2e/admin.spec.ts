import { expect, type Page, test } from "../kit/browser/e2e.ts";

async function find(page: Page, text: string) {
	await page.goto("/admin");
	await page
		.getByRole("navigation", { name: "Administration" })
		.getByRole("link", { name: "Users" })
		.click();
	await page.getByRole("searchbox").fill(text);
	await page.getByRole("button", { name: "Search" }).click();
}

test("an administrator finds a user, suspends them, and lifts it again", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await factories.createUser();
	const app = await factories.createApp(owner, "Pocket Garden");
	const document = await factories.createDocument(app, { title: "Privacy Policy" });
	await page.goto(document.path);
	await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();

	await signInAs({ adminRole: "admin" });
	await find(page, owner.email);
	await page.getByRole("link", { name: owner.email }).click();
	await expect(page.getByRole("heading", { level: 1, name: owner.email })).toBeVisible();
	await expect(page.getByRole("link", { name: "Pocket Garden" })).toHaveAttribute(
		"href",
		`/${owner.accountName}/pocket-garden`,
	);
	await page.getByRole("link", { name: "Suspend" }).click();

	await page.getByRole("button", { name: "Suspend account" }).click();
	await expect(page.getByRole("alert")).toContainText("Please give a reason.");
	await expect(page).toHaveTitle(/^Error: /);
	await page.getByLabel("Reason").fill("It sells what it may not.");
	await page.getByRole("button", { name: "Suspend account" }).click();
	await expect(page.getByText("The account is suspended.")).toBeVisible();
	await expect(page.getByText("It sells what it may not.")).toBeVisible();
	const user = page.url();

	const gone = await page.goto(document.path);
	expect(gone?.status()).toBe(404);
	await expect(page.getByText(`Account "${owner.accountName}" not found`)).toBeVisible();

	await page.goto(user);
	await page.getByRole("link", { name: "Lift suspension" }).click();
	await page.getByLabel("Reason").fill("It was another account.");
	await page.getByRole("button", { name: "Lift suspension" }).click();
	await expect(page.getByText("Everything is back.")).toBeVisible();
	await page.goto(document.path);
	await expect(page.getByRole("heading", { level: 1, name: "Privacy Policy" })).toBeVisible();

	await page.goto("/admin/settings");
	await page.getByRole("link", { name: "Audit log" }).click();
	const log = page.getByRole("region", { name: "Audit log" });
	await expect(log.getByText("It was another account.").first()).toBeVisible();
	await expect(log.getByText("It sells what it may not.").first()).toBeVisible();
});

test("somebody who is suspended reads whom to write to", async ({ page, factories }) => {
	const owner = await factories.createUser();
	const { suspendUser } = await import("#app/admin/administration.server.ts");
	const { createAdmin } = await import("../kit/world/admin.ts");
	await suspendUser(await createAdmin(), owner.userId, "Spam");
	await page.goto("/auth");
	await page.getByLabel("Email").fill(owner.email);
	await page.getByLabel("Password").fill(factories.PASSWORD);
	await page.getByRole("button", { name: "Sign In", exact: true }).click();
	await expect(page.getByRole("alert")).toContainText(
		"This account is suspended, so nobody can sign in to it. Please write to support@smallprint.example.",
	);
});

test("a plan is given, a trashed app restored, and a role by a super admin", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await factories.createUser();
	const app = await factories.createApp(owner, "Window Garden");
	const { trashApp } = await import("#app/apps/app.server.ts");
	await trashApp(owner, app.appId);
	await signInAs({ adminRole: "super_admin" });
	await find(page, owner.userId);
	await page.getByRole("link", { name: owner.email }).click();

	await page.getByRole("link", { name: "Restore Window Garden" }).click();
	await page.getByRole("button", { name: "Restore app" }).click();
	await expect(page.getByText(`Window Garden of ${owner.email} is back.`).first()).toBeVisible();
	await expect(page.getByText("In the trash")).toHaveCount(0);

	await page.getByRole("link", { name: "Give a plan" }).click();
	await page.getByRole("radio", { name: /^Pro/ }).check();
	await page.getByRole("button", { name: "Save plan" }).click();
	await expect(page.getByText("The Pro plan is given.")).toBeVisible();

	await page.getByRole("link", { name: "Change role" }).click();
	await page.getByRole("radio", { name: /^Support/ }).check();
	await page.getByRole("button", { name: "Save role" }).click();
	await expect(page.getByText("The role is given.")).toBeVisible();
	await expect(page.getByText("support", { exact: true }).first()).toBeVisible();
});

test("a document is found by its title, and a failed mail is sent again", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await factories.createUser();
	const app = await factories.createApp(owner);
	const title = `Notice ${crypto.randomUUID().slice(0, 8)}`;
	const document = await factories.createDocument(app, { title });
	const { createFailedMail } = await import("../kit/world/mail.ts");
	const recipient = `gone-${crypto.randomUUID()}@example.com`;
	await createFailedMail(recipient);

	await signInAs({ adminRole: "admin" });
	await page.goto("/admin/content");
	await page.getByRole("searchbox").fill(title);
	await page.getByRole("button", { name: "Search" }).click();
	await expect(page.getByRole("link", { name: title })).toHaveAttribute("href", document.path);
	await expect(page.getByRole("link", { name: owner.email })).toBeVisible();

	await page.goto("/admin/settings");
	const mail = page.getByRole("listitem").filter({ hasText: recipient });
	await expect(mail).toContainText("The mailbox is not there.");
	await mail.getByRole("button", { name: `Send again to ${recipient}` }).click();
	await expect(page.getByText("The mail will be sent again.")).toBeVisible();
	await expect(mail).toHaveCount(0);
	await page.goto("/local/mailbox");
	await expect(page.getByText(`To ${recipient}`).first()).toBeVisible();
});

test("the overview tells the figures, and its charts as tables", async ({
	page,
	signInAs,
	factories,
}) => {
	const owner = await factories.createUser();
	await factories.createDocument(await factories.createApp(owner));
	await signInAs({ adminRole: "support" });
	await page.goto("/admin");
	await expect(page.getByText("in the last 30 days").first()).toBeVisible();
	await expect(page.getByRole("img", { name: /^Documents: \d+ in 30 days$/ })).toBeVisible();
	await page.getByText("Documents as a table").click();
	await expect(page.getByRole("row")).toHaveCount(31);
	await expect(page.getByText("Document published: Privacy Policy").first()).toBeVisible();
	await page.goto("/admin/settings");
	await expect(page.getByRole("link", { name: "Audit log" })).toHaveCount(0);
});

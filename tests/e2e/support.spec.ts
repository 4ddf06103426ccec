import * as see from "../kit/browser/see.ts";
import {
	expect,
	fill,
	follow,
	newEmail,
	openMail,
	type Page,
	press,
	submit,
	test,
} from "../kit/http/visitor.ts";

const PROMISE = "We answer within 24 hours on business days.";
const ASKED = "Where did my page go?";
const UNAVAILABLE = "Support form is currently unavailable. Please try again later.";

async function support() {
	return import("../kit/world/support.ts");
}

/** Fills in the form that the site begins with. */
function ask(page: Page, email: string, message = ASKED) {
	const values = { Name: "Ada Lovelace", Email: email, Subject: "My page", Message: message };
	return fill(page, values);
}

/** Saves the form with the lower of its two buttons. */
function saveForm(page: Page, button = "Save support form") {
	return page.getByRole("button", { name: button, exact: true }).last().click();
}

async function expectUpdated(page: Page) {
	await see.text(page, "Submission updated successfully.");
}

function labels(page: Page) {
	return page.locator(".field-editor strong");
}

/** The form as the site begins with it, whatever the test before did to it. */
test.beforeEach(async ({ server: _ }) => {
	const { resetSupportForm } = await support();
	await resetSupportForm();
});

test("somebody writes to support, and an operator reads it and works on it", async ({
	page,
	signInAs,
	visitor,
}) => {
	const email = newEmail();
	await visitor.goto("/support");
	await see.text(visitor, PROMISE);
	await submit(visitor, "Send Message", { Email: "nobody", Message: ASKED });
	await expect(visitor.getByRole("alert").getByRole("link")).toHaveText([
		"Name is required",
		"Please enter a valid email address",
		"Subject is required",
	]);
	await expect(visitor).toHaveTitle(/^Error: /);
	await see.values(visitor, { Message: ASKED });
	await follow(visitor, "Subject is required");
	await expect(visitor.getByLabel("Subject")).toBeFocused();
	await ask(visitor, email);
	await press(visitor, "Send Message");
	await see.heading(visitor, "Message Sent!");
	await visitor.reload();
	await see.heading(visitor, "Message Sent!");
	await follow(visitor, "Back to home");
	await expect(visitor).toHaveURL("/");

	await openMail(visitor, email, "We received your message");
	const reply = await visitor.locator(".mail-text").innerText();
	const [number = "no number"] = /\b\d{4,6}\b/.exec(reply) ?? [];
	expect(reply).not.toContain(ASKED);

	await signInAs({ adminRole: "support" });
	await openMail(page, "support@smallprint.example", `Support request from ${email} (${number})`);
	await expect(page.locator(".mail-text")).toContainText(ASKED);
	await page.goto("/admin");
	await follow(page, "Support");
	await page.getByRole("searchbox").fill(number);
	await press(page, "Search");
	await expect(page.locator(".item-list > li")).toHaveText(new RegExp(`${number}.*${email}`));
	await follow(page, "Ada Lovelace");
	await see.text(page, ASKED);
	await expect(page.getByText(`Number: ${number}`)).toBeVisible();
	await submit(page, "Send reply", { Reply: "" });
	await see.refusal(page, "Reply", "Please write a message.");
	await submit(page, "Send reply", { Reply: "It is <b>back</b>." });
	await see.text(page, "Reply sent.");
	await see.text(page, "It is <b>back</b>.");
	await see.values(page, { Status: "in_progress", Reply: "" });
	await openMail(visitor, email, `Your message to us (${number})`);
	await expect(visitor.locator(".mail-text")).toContainText("It is <b>back</b>.");

	const details = { Status: "In progress", Priority: "Urgent", Notes: "She renamed the app." };
	await submit(page, "Save details", details);
	await expectUpdated(page);
	await see.values(page, { Status: "in_progress", Notes: "She renamed the app." });

	await fill(page, { "New tag": "addresses" });
	await page.getByLabel("New tag").press("Enter");
	await expect(page.getByRole("button", { name: "Remove tag addresses" })).toBeVisible();
	await see.values(page, { "New tag": "" });
	for (const tag of ["renaming", "addresses", "  "]) {
		await submit(page, "Add", { "New tag": tag });
		await see.values(page, { "New tag": "" });
	}
	const tags = page.getByRole("list", { name: "Tags" }).getByRole("button");
	await expect(tags).toHaveText([/^addresses/, /^renaming/]);
	await press(page, "Remove tag addresses");
	await expect(tags).toHaveText([/^renaming/]);
	await see.values(page, { Notes: "She renamed the app." });

	await submit(page, "Add", { "New tag": "x".repeat(50) });
	await expect(page.getByRole("alert").last()).toContainText("Please use at most 40 characters.");
	await see.values(page, { "New tag": "x".repeat(50) });
});

test("two operators at one message don't undo each other's work unseen @once", async ({
	page,
	context,
	signInAs,
}) => {
	const { createSupportSubmission } = await support();
	const { id } = await createSupportSubmission();
	await signInAs({ adminRole: "support" });
	const other = await context.newPage();
	for (const tab of [page, other]) await tab.goto(`/admin/support/${id}`);
	await submit(page, "Save details", { Status: "Resolved" });
	await expectUpdated(page);
	await submit(other, "Save details", { Notes: "From the second window" });
	await expect(other.getByRole("alert").last()).toContainText(
		"Somebody else changed this submission in the meantime.",
	);
	await see.values(other, { Notes: "From the second window" });
	await submit(other, "Save details", { Status: "Resolved" });
	await expectUpdated(other);
	await page.reload();
	await see.values(page, { Status: "resolved", Notes: "From the second window" });
});

test("what is typed into one form at a message stays when the other is sent @once", async ({
	page,
	signInAs,
}) => {
	const { createSupportSubmission } = await support();
	const { id } = await createSupportSubmission();
	await signInAs({ adminRole: "support" });
	await page.goto(`/admin/support/${id}`);
	await fill(page, { Reply: "A long answer." });
	await submit(page, "Add", { "New tag": "addresses" });
	await expectUpdated(page);
	await see.values(page, { Reply: "A long answer.", "New tag": "" });
	await fill(page, { Notes: "Not saved yet." });
	await press(page, "Send reply");
	await see.text(page, "Reply sent.");
	await see.values(page, { Reply: "", Status: "in_progress", Notes: "Not saved yet." });
	await press(page, "Save details");
	await expectUpdated(page);
	await page.reload();
	await see.values(page, { Status: "in_progress", Notes: "Not saved yet." });
});

test("the form is built, looked at, saved, and sent", async ({ page, signInAs, visitor }) => {
	await visitor.goto("/support");
	await ask(visitor, newEmail(), "A long story");
	await signInAs({ adminRole: "admin" });
	await page.goto("/admin/support/form");
	await expect(labels(page)).toHaveText(["Name", "Email", "Subject", "Message"]);
	await press(page, "Delete Subject");
	await expect(labels(page)).toHaveText(["Name", "Email", "Message"]);
	await press(page, "Add Field");
	await expect(labels(page)).toHaveText(["Name", "Email", "Message", "New Field"]);
	const field = page.locator(".field-editor").nth(3);
	await fill(field, {
		Label: "Topic",
		Type: "Choice from a list",
		Options: "Billing\n\nAddresses",
	});
	await fill(page, { "Form title": "Write to us", "Automatic reply": "Number {{submission_id}}." });
	await press(page, "Preview");
	const preview = page.getByRole("region", { name: "Preview" });
	const options = preview.getByLabel("Topic").locator("option");
	await expect(options).toHaveText(["Please choose", "Billing", "Addresses"]);
	await press(page, "Build");
	await see.values(page, { "Automatic reply": "Number {{submission_id}}." });
	await expect(page.getByLabel("Send an automatic reply")).toBeChecked();
	await saveForm(page);
	await see.text(page, "Support form updated successfully");
	await see.values(page, { "Form title": "Write to us" });
	await expect(labels(page)).toHaveText(["Name", "Email", "Message", "Topic"]);

	await press(visitor, "Send Message");
	await expect(visitor.getByRole("alert")).toContainText("This form was changed");
	await see.heading(visitor, "Write to us");
	await see.values(visitor, { Message: "A long story" });
	const email = newEmail();
	await submit(visitor, "Send Message", { Topic: "Billing", Email: email });
	await see.heading(visitor, "Message Sent!");
	await openMail(visitor, email, "We received your message");
	await expect(visitor.locator(".mail-text")).toContainText(/Number \d{4,}\./);
});

test("a double click sends one message, and changes one thing once @once", async ({
	page,
	signInAs,
}) => {
	const { transaction } = await import("#app/platform/db/db.server.ts");
	const user = await signInAs({ adminRole: "super_admin" });
	await page.goto("/support");
	await see.values(page, { Email: user.email });
	await fill(page, { Name: "Ada", Subject: "Twice", Message: "Twice" });
	await page.getByRole("button", { name: "Send Message" }).dblclick({ noWaitAfter: true });
	await see.heading(page, "Message Sent!");
	const { userId } = user;
	const sent = await transaction((tx) => tx.supportSubmission.findMany({ where: { userId } }));
	expect(sent).toHaveLength(1);
	await page.goto(`/admin/support/${sent[0]?.id}`);
	await fill(page, { "New tag": "double" });
	await page.getByRole("button", { name: "Add", exact: true }).last().dblclick();
	await expect(page.getByRole("button", { name: "Remove tag double" })).toHaveCount(1);
	await see.noText(page, "Somebody else changed");
	const where = { targetId: sent[0]?.id ?? "" };
	expect(await transaction((tx) => tx.auditEntry.count({ where }))).toBe(1);
});

test("the help page opens the form over itself, without a script, and keeps what is typed", async ({
	page,
	owner,
}) => {
	const { alterSupportForm } = await support();
	await page.goto("/help");
	await press(page, "Contact Support");
	const dialog = page.getByRole("dialog", { name: "Contact Support" });
	await see.text(dialog, PROMISE);
	await expect(dialog.getByLabel("Name")).toBeFocused();
	await see.values(dialog, { Email: owner.email });
	await submit(dialog, "Cancel", { Name: "Ada" });
	await expect(dialog).toBeHidden();
	await press(page, "Contact Support");
	await see.values(dialog, { Name: "Ada" });
	await press(dialog, "Send Message");
	// The browser points at the first missing field, and the dialog stays.
	await expect(dialog.getByLabel("Subject")).toBeFocused();
	await expect(page).toHaveURL("/help");
	await see.values(dialog, { Name: "Ada", Email: owner.email });
	await fill(dialog, { Subject: "My page", Message: ASKED });
	await press(dialog, "Send Message");
	await see.heading(page, "Message Sent!");

	await alterSupportForm({ isActive: false });
	await page.goto("/help");
	await follow(page, "Contact Support");
	await see.text(page, UNAVAILABLE);
});

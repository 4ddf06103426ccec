import type { Locator } from "@playwright/test";
import { expect, openMail, type Page, test } from "../kit/http/visitor.ts";

const PROMISE = "We answer within 24 hours on business days.";
const UNAVAILABLE = "Support form is currently unavailable. Please try again later.";

let count = 0;

function newEmail(): string {
	count += 1;
	return `asker-${process.pid}-${count}@example.net`;
}

async function support() {
	return import("../kit/world/support.ts");
}

/** Fills in the form that the site begins with. */
async function fill(page: Page | Locator, email: string, message = "Where did my page go?") {
	await page.getByLabel("Name").fill("Ada Lovelace");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Subject").fill("My page");
	await page.getByLabel("Message").fill(message);
}

function press(page: Page, name: string) {
	return page.getByRole("button", { name, exact: true }).last().click();
}

function labels(page: Page) {
	return page.locator(".field-list > li strong");
}

/** The form as the site begins with it, whatever the test before did to it. */
test.beforeEach(async ({ server: _ }) => {
	const { resetSupportForm } = await support();
	await resetSupportForm();
});

test("somebody writes to support, and an operator reads it and works on it", async ({
	page,
	openVisitor,
	signInAs,
}) => {
	const visitor = await openVisitor();
	const email = newEmail();
	await visitor.goto("/support");
	await expect(visitor.getByText(PROMISE)).toBeVisible();
	await visitor.getByLabel("Email").fill("nobody");
	await visitor.getByLabel("Message").fill("Where did my page go?");
	await press(visitor, "Send Message");
	await expect(visitor.getByRole("alert").getByRole("link")).toHaveText([
		"Name is required",
		"Please enter a valid email address",
		"Subject is required",
	]);
	await expect(visitor).toHaveTitle(/^Error: /);
	await expect(visitor.getByLabel("Message")).toHaveValue("Where did my page go?");
	await visitor.getByRole("link", { name: "Subject is required" }).click();
	await expect(visitor.getByLabel("Subject")).toBeFocused();
	await fill(visitor, email);
	await press(visitor, "Send Message");
	await expect(visitor.getByRole("heading", { name: "Message Sent!" })).toBeVisible();
	await visitor.reload();
	await expect(visitor.getByRole("heading", { name: "Message Sent!" })).toBeVisible();
	await visitor.getByRole("link", { name: "Back to home" }).click();
	await expect(visitor).toHaveURL("/");

	await openMail(visitor, email, "We received your message");
	const reply = await visitor.locator(".mail-text").innerText();
	const [number = "no number"] = /[0-9a-f-]{36}/.exec(reply) ?? [];
	expect(reply).not.toContain("Where did my page go?");

	await signInAs({ adminRole: "support" });
	await openMail(page, "support@smallprint.example", `Support request from ${email}`);
	await expect(page.locator(".mail-text")).toContainText("Where did my page go?");
	await page.goto("/admin");
	await page.getByRole("link", { name: "Support", exact: true }).click();
	await page.getByRole("link", { name: "Ada Lovelace" }).first().click();
	await expect(page).toHaveURL(`/admin/support/${number}`);
	await expect(page.getByText("Where did my page go?")).toBeVisible();
	await expect(page.getByRole("link", { name: "Reply by mail" })).toHaveAttribute(
		"href",
		`mailto:${email}?subject=${encodeURIComponent(`Re: My page [${number}]`)}`,
	);

	const done = page.getByText("Submission updated successfully.");
	await page.getByLabel("Status").selectOption("In progress");
	await page.getByLabel("Priority").selectOption("Urgent");
	await page.getByLabel("Notes").fill("She renamed the app.");
	await press(page, "Save details");
	await expect(done).toBeVisible();
	await expect(page.getByLabel("Status")).toHaveValue("in_progress");
	await expect(page.getByLabel("Notes")).toHaveValue("She renamed the app.");

	await page.getByLabel("New tag").fill("addresses");
	await page.getByLabel("New tag").press("Enter");
	await expect(page.getByRole("button", { name: "Remove tag addresses" })).toBeVisible();
	await expect(page.getByLabel("New tag")).toHaveValue("");
	for (const tag of ["renaming", "addresses", "  "]) {
		await page.getByLabel("New tag").fill(tag);
		await press(page, "Add");
		await expect(page.getByLabel("New tag")).toHaveValue("");
	}
	const tags = page.getByRole("list", { name: "Tags" }).getByRole("button");
	await expect(tags).toHaveText([/^addresses/, /^renaming/]);
	await page.getByRole("button", { name: "Remove tag addresses" }).click();
	await expect(tags).toHaveText([/^renaming/]);
	await expect(page.getByLabel("Notes")).toHaveValue("She renamed the app.");

	await page.getByLabel("New tag").fill("x".repeat(50));
	await press(page, "Add");
	await expect(page.getByRole("alert").last()).toContainText("Please use at most 40 characters.");
	await expect(page.getByLabel("New tag")).toHaveValue("x".repeat(50));
});

test("the list is searched, filtered and paged", async ({ page, signInAs }) => {
	const { createSupportSubmission } = await support();
	const { transaction } = await import("#app/platform/db/db.server.ts");
	await transaction((tx) => tx.supportSubmission.deleteMany());
	for (let at = 1; at <= 12; at += 1) {
		await createSupportSubmission({
			name: `Person ${at}`,
			email: `${at % 2 ? "odd" : "even"}-${at}@example.net`,
			status: at === 3 ? "resolved" : "new",
			createdAt: new Date(Date.UTC(2026, 10, 1, 0, at)),
		});
	}
	await signInAs({ adminRole: "admin" });
	await page.goto("/admin/support");
	const people = page.locator(".item-list .item-title");
	await expect(people).toHaveCount(10);
	await expect(people.first()).toHaveText("Person 12");
	await expect(page.locator(".figure").first()).toContainText("12");
	await page.getByRole("link", { name: "Next page" }).click();
	await expect(people).toHaveText(["Person 2", "Person 1"]);
	await page.getByRole("link", { name: "First page" }).click();
	await expect(people).toHaveCount(10);

	await page.getByRole("searchbox").fill("ODD-");
	await press(page, "Search");
	await expect(people).toHaveCount(6);
	await page.getByRole("link", { name: "Resolved" }).click();
	await expect(people).toHaveText(["Person 3"]);
	await page.getByRole("link", { name: "Clear" }).click();
	// The list is the same with the search and without.
	await expect(page).toHaveURL((url) => !url.searchParams.get("q"));
	await expect(people).toHaveText(["Person 3"]);
	await page.getByRole("link", { name: "Closed" }).click();
	await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
	await page.getByRole("link", { name: "All", exact: true }).click();
	await expect(people).toHaveCount(10);
});

test("two operators at one message don't undo each other's work unseen", async ({
	page,
	context,
	signInAs,
}) => {
	const { createSupportSubmission } = await support();
	const { id } = await createSupportSubmission();
	await signInAs({ adminRole: "support" });
	const other = await context.newPage();
	await page.goto(`/admin/support/${id}`);
	await other.goto(`/admin/support/${id}`);
	await page.getByLabel("Status").selectOption("Resolved");
	await press(page, "Save details");
	await expect(page.getByText("Submission updated successfully.")).toBeVisible();
	await other.getByLabel("Notes").fill("From the second window");
	await press(other, "Save details");
	await expect(other.getByRole("alert").last()).toContainText(
		"Somebody else changed this submission in the meantime.",
	);
	await expect(other.getByLabel("Notes")).toHaveValue("From the second window");
	await other.getByLabel("Status").selectOption("Resolved");
	await press(other, "Save details");
	await expect(other.getByText("Submission updated successfully.")).toBeVisible();
	await page.reload();
	await expect(page.getByLabel("Status")).toHaveValue("resolved");
	await expect(page.getByLabel("Notes")).toHaveValue("From the second window");
});

test("the form is closed after a question, and opened again", async ({
	page,
	openVisitor,
	signInAs,
}) => {
	const visitor = await openVisitor();
	await signInAs({ adminRole: "super_admin" });
	await page.goto("/admin/support");
	await page.getByRole("link", { name: "Edit support form" }).click();
	await page.getByRole("link", { name: "Deactivate" }).click();
	await expect(page.getByRole("heading", { name: "Deactivate the support form?" })).toBeVisible();
	await page.getByRole("link", { name: "Cancel" }).click();
	await visitor.goto("/support");
	await expect(visitor.getByRole("button", { name: "Send Message" })).toBeVisible();

	await page.getByRole("link", { name: "Deactivate" }).click();
	await press(page, "Deactivate");
	await expect(page.getByText("Support form updated successfully")).toBeVisible();
	await expect(page.getByText("Inactive", { exact: true })).toBeVisible();
	await visitor.reload();
	await expect(visitor.getByText(UNAVAILABLE)).toBeVisible();
	await expect(visitor.getByRole("link", { name: "support@smallprint.example" })).toHaveAttribute(
		"href",
		"mailto:support@smallprint.example",
	);
	await expect(visitor.getByRole("button", { name: "Send Message" })).toHaveCount(0);

	await page.getByRole("link", { name: "Activate" }).click();
	await press(page, "Activate");
	await expect(page.getByText("Active", { exact: true })).toBeVisible();
	await visitor.reload();
	await expect(visitor.getByRole("button", { name: "Send Message" })).toBeVisible();
});

test("the form is built, looked at, saved, and sent by a visitor", async ({
	page,
	openVisitor,
	signInAs,
}) => {
	const visitor = await openVisitor();
	await visitor.goto("/support");
	await fill(visitor, newEmail(), "A long story");
	await signInAs({ adminRole: "admin" });
	await page.goto("/admin/support/form");
	await expect(labels(page)).toHaveText(["Name", "Email", "Subject", "Message"]);
	await page.getByRole("button", { name: "Delete Subject" }).click();
	await expect(labels(page)).toHaveText(["Name", "Email", "Message"]);
	await page.getByRole("button", { name: "Add Field" }).click();
	await expect(labels(page)).toHaveText(["Name", "Email", "Message", "New Field"]);
	const field = page.locator(".field-list > li").nth(3);
	await field.getByLabel("Label").fill("Topic");
	await field.getByLabel("Type").selectOption("Select");
	await field.getByLabel("Options").fill("Billing\n\nAddresses");
	await page.getByLabel("Form title").fill("Write to us");
	await page.getByLabel("Automatic reply", { exact: true }).fill("Number {{submission_id}}.");
	await page.getByRole("button", { name: "Preview" }).click();
	const preview = page.getByRole("region", { name: "Preview" });
	await expect(preview.getByLabel("Topic").locator("option")).toHaveText([
		"Please choose",
		"Billing",
		"Addresses",
	]);
	await press(page, "Build");
	await expect(page.getByLabel("Automatic reply", { exact: true })).toHaveValue(
		"Number {{submission_id}}.",
	);
	await expect(page.getByLabel("Send an automatic reply")).toBeChecked();
	await press(page, "Save support form");
	await expect(page.getByText("Support form updated successfully")).toBeVisible();
	await expect(page.getByLabel("Form title")).toHaveValue("Write to us");
	await expect(labels(page)).toHaveText(["Name", "Email", "Message", "Topic"]);

	await press(visitor, "Send Message");
	await expect(visitor.getByRole("alert")).toContainText("This form was changed");
	await expect(visitor.getByRole("heading", { name: "Write to us" })).toBeVisible();
	await expect(visitor.getByLabel("Message")).toHaveValue("A long story");
	await visitor.getByLabel("Topic").selectOption("Billing");
	const email = newEmail();
	await visitor.getByLabel("Email").fill(email);
	await press(visitor, "Send Message");
	await expect(visitor.getByRole("heading", { name: "Message Sent!" })).toBeVisible();
	await openMail(visitor, email, "We received your message");
	await expect(visitor.locator(".mail-text")).toContainText(/Number [0-9a-f-]{36}\./);
});

test("what is wrong with the form is said under Validation Error, and an old tab is told", async ({
	page,
	context,
	signInAs,
}) => {
	await signInAs({ adminRole: "super_admin" });
	await page.goto("/admin/support/form");
	const other = await context.newPage();
	await other.goto("/admin/support/form");
	await page.getByRole("button", { name: "Delete Email" }).click();
	await expect(labels(page)).toHaveText(["Name", "Subject", "Message"]);
	await page.getByLabel("Notification email").fill("nobody");
	await page.getByLabel("Automatic reply", { exact: true }).fill(" ");
	await press(page, "Save support form");
	const alert = page.getByRole("alert").last();
	await expect(alert.getByRole("heading")).toHaveText("Validation Error");
	for (const text of [
		"Form must have at least one email field",
		"Please enter a valid notification email address",
		"Please write the automatic reply, or turn it off.",
	]) {
		await expect(alert).toContainText(text);
	}
	await page.getByRole("link", { name: "Please enter a valid notification" }).click();
	await expect(page.getByLabel("Notification email")).toBeFocused();
	await page.getByLabel("Send an automatic reply").uncheck();
	await page.getByLabel("Notification email").fill("desk@example.net");
	await page.getByRole("button", { name: "Add Field" }).click();
	const field = page.locator(".field-list > li").nth(3);
	await field.getByLabel("Label").fill("Your address");
	await field.getByLabel("Type").selectOption("Email");
	await press(page, "Save support form");
	await expect(page.getByText("Support form updated successfully")).toBeVisible();
	await expect(page.getByLabel("Send an automatic reply")).not.toBeChecked();

	await other.getByLabel("Description").fill("From the second window");
	await press(other, "Save support form");
	await expect(other.getByText("Another window saved this form")).toBeVisible();
	await press(other, "Save my form anyway");
	await expect(other.getByText("Support form updated successfully")).toBeVisible();
	await expect(labels(other)).toHaveText(["Name", "Email", "Subject", "Message"]);
});

test("a double click sends one message, and changes one thing once", async ({ page, signInAs }) => {
	const { transaction } = await import("#app/platform/db/db.server.ts");
	const user = await signInAs({ adminRole: "super_admin" });
	await page.goto("/support");
	await expect(page.getByLabel("Email")).toHaveValue(user.email);
	await page.getByLabel("Name").fill("Ada");
	await page.getByLabel("Subject").fill("Twice");
	await page.getByLabel("Message").fill("Twice");
	await page.getByRole("button", { name: "Send Message" }).dblclick({ noWaitAfter: true });
	await expect(page.getByRole("heading", { name: "Message Sent!" })).toBeVisible();
	const sent = await transaction((tx) =>
		tx.supportSubmission.findMany({ where: { userId: user.userId } }),
	);
	expect(sent).toHaveLength(1);
	await page.goto(`/admin/support/${sent[0]?.id}`);
	await page.getByLabel("New tag").fill("double");
	await page.getByRole("button", { name: "Add", exact: true }).last().dblclick();
	await expect(page.getByRole("button", { name: "Remove tag double" })).toHaveCount(1);
	await expect(page.getByText("Somebody else changed")).toHaveCount(0);
	const acts = () =>
		transaction((tx) => tx.auditEntry.count({ where: { targetId: sent[0]?.id ?? "" } }));
	expect(await acts()).toBe(1);
});

test("the help page opens the form over itself, without a script, and keeps what is typed", async ({
	page,
	signInAs,
}) => {
	const { alterSupportForm } = await support();
	const user = await signInAs();
	await page.goto("/help");
	await page.getByRole("button", { name: "Contact Support" }).click();
	const dialog = page.getByRole("dialog", { name: "Contact Support" });
	await expect(dialog.getByText(PROMISE)).toBeVisible();
	await expect(dialog.getByLabel("Name")).toBeFocused();
	await expect(dialog.getByLabel("Email")).toHaveValue(user.email);
	await dialog.getByLabel("Name").fill("Ada");
	await dialog.getByRole("button", { name: "Cancel" }).click();
	await expect(dialog).toBeHidden();
	await page.getByRole("button", { name: "Contact Support" }).click();
	await expect(dialog.getByLabel("Name")).toHaveValue("Ada");
	await dialog.getByRole("button", { name: "Send Message" }).click();
	await expect(page).toHaveURL("/support");
	await expect(page.getByRole("alert").getByRole("link")).toHaveText([
		"Subject is required",
		"Message is required",
	]);
	await expect(page.getByLabel("Name")).toHaveValue("Ada");
	await fill(page, user.email);
	await press(page, "Send Message");
	await expect(page.getByRole("heading", { name: "Message Sent!" })).toBeVisible();

	await alterSupportForm({ isActive: false });
	await page.goto("/help");
	await page.getByRole("link", { name: "Contact Support" }).click();
	await expect(page.getByText(UNAVAILABLE)).toBeVisible();
});

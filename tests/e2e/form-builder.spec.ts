import * as see from "../kit/browser/see.ts";
import {
	answerSum,
	test as base,
	expect,
	fill,
	follow,
	type Page,
	press,
	submit,
} from "../kit/http/visitor.ts";

const test = base.extend<{
	/** The builder of a new form, open in the browser of an owner on Pro. */
	builder: Page;
	/** The address of the builder of the owner's form. */
	edit: string;
}>({
	builder: async ({ page, app, factories }, use) => {
		await factories.makePro(app);
		await page.goto(`/app/${app.appId}/forms/new`);
		await use(page);
	},
	edit: async ({ form }, use) => use(`/app/${form.appId}/forms/${form.id}/edit`),
});

function fields(page: Page) {
	return page.locator(".field-editor");
}

function labels(page: Page) {
	return fields(page).locator("strong");
}

/** The settings of a field, opened where they are folded away. */
async function openField(page: Page, index: number) {
	const field = fields(page).nth(index);
	const details = field.locator("details");
	if ((await details.getAttribute("open")) === null) await field.locator("summary").click();
	return field;
}

async function addField(page: Page, values: Record<string, string> = {}) {
	const count = await fields(page).count();
	await press(page, "Add Field");
	await expect(fields(page)).toHaveCount(count + 1);
	const field = await openField(page, count);
	await fill(field, values);
	return field;
}

/** Deletes the field of this name, and expects the others to stay. */
async function deleteField(page: Page, name: string, others: string[]) {
	await press(page, `Delete ${name}`);
	await expect(labels(page)).toHaveText(others);
}

function publishButton(page: Page) {
	return page.getByRole("button", { name: "Publish Form" }).last();
}

/** Publishes the form, whose title is typed first if one is given. */
async function publish(page: Page, title?: string) {
	if (title !== undefined) await fill(page, { "Form title": title });
	await publishButton(page).click();
}

async function save(page: Page) {
	await page.getByRole("button", { name: "Save Changes" }).last().click();
}

test("without an account name, one is sent to the dashboard @once", async ({
	page,
	app,
	form: _,
}) => {
	const { transaction } = await import("#app/platform/db/db.server.ts");
	await transaction((tx) =>
		tx.user.update({ where: { id: app.userId }, data: { accountName: null } }),
	);
	await page.goto(`/app/${app.appId}/forms/new`);
	await expect(page).toHaveURL("/dashboard");
	await see.text(page, "Step 1 of 2");
});

test("a new form begins with a title, a description and three fields, and is published as it is", async ({
	builder: page,
	app,
	hasJavaScript,
	visitor,
}) => {
	await see.values(page, {
		"Form title": "Pocket Garden Support Form",
		Description: "Get in touch with our support team.",
	});
	await expect(labels(page)).toHaveText(["Name", "Email", "Message"]);
	const kinds = [/Short text, required/, /E-mail, required/, /Long text, required/];
	await expect(fields(page)).toContainText(kinds);
	await publish(page);
	await see.heading(page, "Form Published");
	const address = page.locator(".address");
	await expect(address).toHaveText(
		new RegExp(`/${app.accountName}/pocket-garden/forms/pocket-garden-support-form$`),
	);
	await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(hasJavaScript ? 1 : 0);
	await visitor.goto(await address.innerText());
	await see.heading(visitor, "Pocket Garden Support Form");
	await see.text(visitor, "Get in touch with our support team.");
	await expect(visitor.getByLabel("Message")).toHaveAttribute("rows", "4");
});

test("fields are added, edited, moved and deleted, and visitors get what was built", async ({
	builder: page,
}) => {
	const field = await addField(page);
	await see.values(field, { Label: "New Field", Type: "text", Placeholder: "" });
	await expect(field.getByLabel("Required")).not.toBeChecked();
	await fill(field, { Label: "Topic", Type: "Choice from a list", Placeholder: "Pick one" });
	await fill(field, { Options: "Bug\n\n  Idea \n" });
	await field.getByLabel("Required").check();

	// The field's name follows what is typed only with JavaScript.
	await press(fields(page).nth(3), /^Move .* up$/);
	await expect(labels(page)).toHaveText(["Name", "Email", "Topic", "Message"]);
	await press(page, "Move Name down");
	await expect(labels(page)).toHaveText(["Email", "Name", "Topic", "Message"]);
	await expect(page.getByRole("button", { name: "Move Email up" })).toBeDisabled();
	await expect(page.getByRole("button", { name: "Move Message down" })).toBeDisabled();
	await deleteField(page, "Message", ["Email", "Name", "Topic"]);
	await publish(page);
	await follow(page, "View Live");
	await expect(page.locator(".field > label")).toHaveText([/^Email/, /^Name/, /^Topic/]);
	await expect(page.getByLabel("Topic").locator("option")).toHaveText(["Pick one", "Bug", "Idea"]);
	await press(page, "Send");
	const problems = ["Email is required", "Name is required", "Topic is required"];
	await expect(page.getByRole("alert").getByRole("link")).toHaveText(problems);
	const borders = await page
		.locator("[aria-invalid=true]")
		.evaluateAll((controls) => controls.map((control) => getComputedStyle(control).borderWidth));
	expect(borders, "each is marked alike").toEqual(["2px", "2px", "2px"]);
});

test("a field goes to a chosen place, and Undo brings a deleted one back as it was", async ({
	builder: page,
}) => {
	const message = await openField(page, 2);
	await fill(message, { Label: "Your words", "Move to position": "1" });
	await message.getByRole("button", { name: /^Move (Message|Your words)$/ }).click();
	await expect(labels(page)).toHaveText(["Your words", "Name", "Email"]);
	await expect(page.getByRole("group", { name: "Your words" })).toBeFocused();

	await fill(await openField(page, 1), { Placeholder: "Ada" });
	await deleteField(page, "Name", ["Your words", "Email"]);
	await see.text(page, "Name is deleted.");
	await press(page, "Undo: bring Name back");
	await expect(labels(page)).toHaveText(["Your words", "Name", "Email"]);
	await see.noText(page, "Name is deleted.");
	await expect(page.getByRole("group", { name: "Name" })).toBeFocused();
	await see.values(await openField(page, 1), { Placeholder: "Ada", Label: "Name" });
});

test("in a wide window, the form stands beside the builder and follows what is typed", async ({
	builder: page,
	hasJavaScript,
}) => {
	const preview = page.getByRole("region", { name: "Preview" });
	await fill(page, { "Form title": "Ask the gardener" });
	await fill(await openField(page, 0), { Label: "Your name" });
	// Without JavaScript, with each press.
	if (!hasJavaScript) await press(page, "Add Field");
	await see.heading(preview, "Ask the gardener");
	await expect(preview.getByLabel("Your name")).toBeDisabled();
	await page.setViewportSize({ width: 900, height: 700 });
	await expect(preview).toHaveCount(0);
});

test("text in a field's settings can be selected with the mouse @once", async ({
	builder: page,
}) => {
	const label = (await openField(page, 0)).getByLabel("Label");
	await label.fill("one two three");
	const [sourcePosition, targetPosition] = [
		{ x: 14, y: 20 },
		{ x: 80, y: 20 },
	];
	await label.dragTo(label, { sourcePosition, targetPosition });
	const selected = () => page.evaluate(() => String(getSelection()));
	await expect.poll(selected).toMatch(/^one t/);
});

test("the preview shows the form without blank options, and Build brings everything back", async ({
	builder: page,
	hasJavaScript,
}) => {
	await addField(page, { Label: "Topic", Type: "Choice from a list", Options: "Bug\n\nIdea" });
	await submit(page, "Preview", { "Form title": "Ask us" });
	const preview = page.getByRole("region", { name: "Preview" });
	await see.heading(preview, "Ask us");
	const options = preview.getByLabel("Topic").locator("option");
	await expect(options).toHaveText(["Please choose", "Bug", "Idea"]);
	await expect(page.getByLabel("Form title")).toBeHidden();
	await press(page, "Build");
	await see.values(page, { "Form title": "Ask us" });
	await expect(labels(page)).toHaveText(["Name", "Email", "Message", "Topic"]);
	await see.values(await openField(page, 3), { Options: "Bug\n\nIdea", Type: "select" });

	await fill(page, { "Form title": "  " });
	if (hasJavaScript) {
		await expect(page.getByRole("button", { name: "Preview" })).toBeDisabled();
		await expect(publishButton(page)).toBeDisabled();
	} else {
		await press(page, "Preview");
		await expect(page.getByRole("alert")).toContainText("Please provide a form title");
		await expect(page.getByLabel("Form title")).toBeVisible();
	}
});

test("what is published straight from the preview is what was built", async ({ builder: page }) => {
	await submit(page, "Preview", { "Form title": "Straight away" });
	await expect(page.getByRole("region", { name: "Preview" })).toBeVisible();
	await publish(page);
	await see.heading(page, "Form Published");
	await see.text(page, "Straight away is public.");
});

test("what is wrong with a form is said at its place, and nothing is lost", async ({
	builder: page,
	app,
	factories,
	hasJavaScript,
}) => {
	const taken = await factories.createForm(app, { title: `Taken ${crypto.randomUUID()}` });
	const alert = page.getByRole("alert");
	for (const title of ["Documents", " home "]) {
		await publish(page, title);
		await expect(alert).toContainText("This title is reserved. Please choose a different title.");
	}
	const title = taken.title.toUpperCase();
	await publish(page, title);
	await expect(alert).toContainText(
		`You already have a form with the title "${title}". Please choose a different title.`,
	);
	await expect(page).toHaveTitle(/^Error: /);

	await fill(page, { "Form title": "Fine" });
	const field = await addField(page, {
		Label: "Topic",
		Type: "Choice from a list",
		Options: " \n \n",
	});
	await publish(page);
	const noOption = 'Select field "Topic" must have at least one option';
	await follow(alert, noOption);
	await expect(field.getByLabel("Options")).toBeFocused();
	await expect(field.getByLabel("Options")).toHaveAccessibleDescription(new RegExp(noOption));
	await fill(field, { Options: "Bug", Label: " " });
	await publish(page);
	await expect(alert).toContainText("Please give this field a label.");
	await expect(labels(page).last()).toHaveText("No label yet");
	await fill(field, { Label: "Topic" });

	await deleteField(page, "Email", ["Name", "Message", "Topic"]);
	const noEmail = "Form must have at least one email field";
	await see.noText(page, noEmail);
	await press(page, "Move Message up");
	await see.noText(page, noEmail);
	await press(page, "Move Message down");
	await publish(page);
	await expect(alert).toContainText(noEmail);
	await deleteField(page, "Name", ["Message", "Topic"]);
	await deleteField(page, "Message", ["Topic"]);
	await deleteField(page, "Topic", []);
	if (hasJavaScript) await expect(publishButton(page)).toBeDisabled();
	else {
		await publish(page);
		await expect(alert).toContainText("Please add at least one field.");
	}
	await see.values(page, { "Form title": "Fine" });
});

test("a form is edited in place, and its old address leads on", async ({ page, form, edit }) => {
	const title = `Renamed ${crypto.randomUUID()}`;
	await page.goto(edit);
	await fill(page, { "Form title": title });
	await fill(await openField(page, 0), { Label: "Your name" });
	await save(page);
	await see.text(page, "Form updated successfully!");
	await expect(page).toHaveURL(edit);
	await expect(labels(page)).toHaveText(["Your name", "Email", "Message"]);
	await see.values(page, { "Form title": title });
	await page.goto(form.path);
	await see.heading(page, title);
	expect(new URL(page.url()).pathname).not.toBe(form.path);
	await expect(page.getByLabel("Your name")).toBeVisible();
});

test("an owner's own texts stand beside ours after sending and while the form is closed", async ({
	page,
	visitor,
	form,
	edit,
}) => {
	await page.goto(edit);
	await page.getByText("After sending, and closing the form").click();
	await fill(page, { "Your text after sending": "We answer on Mondays." });
	await save(page);
	await see.text(page, "Form updated successfully!");
	await visitor.goto(form.path);
	await fill(visitor, { Name: "Ann", Email: "ann@example.com", Message: "It crashes." });
	await press(visitor, "Send");
	await answerSum(visitor);
	await see.text(visitor, "Form submitted! Please check your email to verify");
	await see.text(visitor, "We answer on Mondays.");

	await see.values(page, { "Your text after sending": "We answer on Mondays." });
	await page.getByText("Answers by mail").click();
	await page.getByRole("radio", { name: "Mails lead to the page" }).check();
	await page.getByRole("radio", { name: "Closed" }).check();
	await fill(page, { "Your text while it is closed": "Back in May." });
	await save(page);
	await expect(page.getByText("Closed", { exact: true }).first()).toBeVisible();
	await expect(page.getByRole("radio", { name: "Closed" })).toBeChecked();
	await expect(page.getByRole("radio", { name: "Mails lead to the page" })).toBeChecked();
	await visitor.goto(form.path);
	await see.text(visitor, "This form is not accepting new messages right now.");
	await see.text(visitor, "Back in May.");
});

test("a save from an old tab is told of the newer one, and may still win", async ({
	page,
	context,
	form,
	edit,
}) => {
	const other = await context.newPage();
	for (const tab of [page, other]) await tab.goto(edit);
	await fill(page, { Description: "From the first window" });
	await save(page);
	await see.text(page, "Form updated successfully!");
	await fill(other, { Description: "From the second window" });
	await save(other);
	await see.text(other, "Another window saved this form");
	await see.values(other, { Description: "From the second window" });
	await other.getByRole("button", { name: "Save my form anyway" }).last().click();
	await see.text(other, "Form updated successfully!");
	await page.goto(form.path);
	await see.text(page, "From the second window");
});

test("pressing twice makes one form, one message and one saved reply", async ({
	page,
	form,
	edit,
	submission,
}) => {
	const { db } = await import("#app/platform/db/db.server.ts");
	const { appId } = form;
	const pressTwice = (name: string) => page.getByRole("button", { name }).last().dblclick();
	await page.goto(`/app/${appId}/forms/new`);
	const title = `Twice ${crypto.randomUUID()}`;
	await fill(page, { "Form title": title });
	await pressTwice("Publish Form");
	await see.heading(page, "Form Published");
	expect(await db.form.count({ where: { appId, title } })).toBe(1);

	await page.goto(edit);
	await fill(page, { Description: "Saved twice" });
	await pressTwice("Save Changes");
	await see.text(page, "Form updated successfully!");
	await see.noText(page, "Another window saved this form");

	await page.goto(`/admin/conversation/${submission.id}`);
	await fill(page, { "Your reply": "Said once." });
	await pressTwice("Send reply");
	await see.text(page, "Message sent successfully!");
	expect(await db.message.count({ where: { submissionId: submission.id } })).toBe(1);
	await pressTwice("Save details");
	await see.text(page, "Submission updated successfully");

	await page.goto(`/app/${appId}/forms/${form.id}/deletion`);
	await pressTwice("Delete form");
	await expect(page).toHaveURL("/dashboard");
	await see.text(page, "Form deleted successfully");
});

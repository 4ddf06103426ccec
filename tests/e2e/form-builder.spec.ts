import { createVisit, expect, type Page, test } from "../kit/http/visitor.ts";

function fields(page: Page) {
	return page.locator(".field-list > li");
}

function labels(page: Page) {
	return page.locator(".field-list > li strong");
}

/** The settings of a field, opened where they are folded away. */
async function openField(page: Page, index: number) {
	const field = fields(page).nth(index);
	const details = field.locator("details");
	if ((await details.getAttribute("open")) === null) await field.locator("summary").click();
	return field;
}

async function addField(page: Page) {
	const count = await fields(page).count();
	await page.getByRole("button", { name: "Add Field" }).click();
	await expect(fields(page)).toHaveCount(count + 1);
	return openField(page, count);
}

async function publish(page: Page) {
	await page.getByRole("button", { name: "Publish Form" }).last().click();
}

async function save(page: Page) {
	await page.getByRole("button", { name: "Save Changes" }).last().click();
}

function editPath({ appId, id }: { appId: string; id: string }) {
	return `/app/${appId}/forms/${id}/edit`;
}

test.describe("who may build forms", () => {
	test("signed out, one is led to the login and back", async ({ page, createOwner }) => {
		const { app, form } = await createOwner();
		await page.context().clearCookies();
		for (const path of [`/app/${app.appId}/forms/new`, editPath(form)]) {
			await page.goto(path);
			await expect(page.getByRole("heading", { name: "Authentication Required" })).toBeVisible();
			await page.getByRole("link", { name: "Go to Login" }).click();
			await expect(page).toHaveURL(`/auth?${new URLSearchParams({ redirectTo: path })}`);
		}
	});

	test("without Pro, one is offered the upgrade and the way back", async ({
		page,
		context,
		signInAs,
		factories,
	}) => {
		const owner = await signInAs();
		const app = await factories.createApp(owner);
		await page.goto(`/app/${app.appId}/forms/new`);
		await expect(page.getByRole("heading", { name: "Pro Subscription Required" })).toBeVisible();
		const opened = context.waitForEvent("page");
		await page.getByRole("link", { name: "Upgrade to Pro" }).click();
		await expect(await opened).toHaveURL("/settings");
		await page.getByRole("link", { name: "Back to Dashboard" }).click();
		await expect(page).toHaveURL("/dashboard");
	});

	test("without an account name, one is sent to the dashboard", async ({
		page,
		signInAs,
		createOwner,
	}) => {
		const { owner, app } = await createOwner();
		const { transaction } = await import("#app/platform/db/db.server.ts");
		await transaction((tx) =>
			tx.user.update({ where: { id: owner.userId }, data: { accountName: null } }),
		);
		await page.goto(`/app/${app.appId}/forms/new`);
		await expect(page).toHaveURL("/dashboard");
		await expect(page.getByText("Step 1 of 2")).toBeVisible();
		await page.context().clearCookies();
		await signInAs({ plan: "pro" });
		const response = await page.goto(`/app/${app.appId}/forms/new`);
		expect(response?.status()).toBe(404);
	});
});

test("a new form begins with a title, a description and three fields, and is published as it is", async ({
	page,
	createOwner,
	hasJavaScript,
	openVisitor,
}) => {
	const { app, owner } = await createOwner();
	await page.goto(`/app/${app.appId}/forms/new`);
	await expect(page.getByLabel("Form title")).toHaveValue("Pocket Garden Support Form");
	await expect(page.getByLabel("Description")).toHaveValue("Get in touch with our support team.");
	await expect(labels(page)).toHaveText(["Name", "Email", "Message"]);
	await expect(fields(page)).toContainText([
		/Text.*required/,
		/Email.*required/,
		/Textarea.*required/,
	]);
	await publish(page);
	await expect(page.getByRole("heading", { name: "Form Published" })).toBeVisible();
	const address = page.locator(".address");
	await expect(address).toHaveText(
		new RegExp(`/${owner.accountName}/pocket-garden/forms/pocket-garden-support-form$`),
	);
	await expect(page.getByRole("button", { name: "Copy" })).toHaveCount(hasJavaScript ? 1 : 0);
	const visitor = await openVisitor();
	await visitor.goto(await address.innerText());
	await expect(visitor.getByRole("heading", { name: "Pocket Garden Support Form" })).toBeVisible();
	await expect(visitor.getByText("Get in touch with our support team.")).toBeVisible();
	await expect(visitor.getByLabel("Message")).toHaveAttribute("rows", "4");
});

test("fields are added, edited, moved and deleted, and visitors get what was built", async ({
	page,
	createOwner,
}) => {
	const { app } = await createOwner();
	await page.goto(`/app/${app.appId}/forms/new`);
	const field = await addField(page);
	await expect(field.getByLabel("Label")).toHaveValue("New Field");
	await expect(field.getByLabel("Type")).toHaveValue("text");
	await expect(field.getByLabel("Placeholder")).toHaveValue("");
	await expect(field.getByLabel("Required")).not.toBeChecked();
	await field.getByLabel("Label").fill("Topic");
	await field.getByLabel("Type").selectOption("Select");
	await field.getByLabel("Placeholder").fill("Pick one");
	await field.getByLabel("Options").fill("Bug\n\n  Idea \n");
	await field.getByLabel("Required").check();

	// The field's name follows what is typed only with JavaScript.
	await fields(page)
		.nth(3)
		.getByRole("button", { name: /^Move .* up$/ })
		.click();
	await expect(labels(page)).toHaveText(["Name", "Email", "Topic", "Message"]);
	await page.getByRole("button", { name: "Move Name down" }).click();
	await expect(labels(page)).toHaveText(["Email", "Name", "Topic", "Message"]);
	await expect(page.getByRole("button", { name: "Move Email up" })).toBeDisabled();
	await expect(page.getByRole("button", { name: "Move Message down" })).toBeDisabled();
	await page.getByRole("button", { name: "Delete Message" }).click();
	await expect(labels(page)).toHaveText(["Email", "Name", "Topic"]);
	await publish(page);
	await page.getByRole("link", { name: "View Live" }).click();
	await expect(page.locator(".field > label")).toHaveText([/^Email/, /^Name/, /^Topic/]);
	await expect(page.getByLabel("Topic").locator("option")).toHaveText(["Pick one", "Bug", "Idea"]);
	await page.getByRole("button", { name: "Send" }).click();
	await expect(page.getByRole("alert").getByRole("link")).toHaveText([
		"Email is required",
		"Name is required",
		"Topic is required",
	]);
	const borders = await page
		.locator("[aria-invalid=true]")
		.evaluateAll((controls) => controls.map((control) => getComputedStyle(control).borderWidth));
	expect(borders, "each is marked alike").toEqual(["2px", "2px", "2px"]);
});

test("a field is dragged to another place", async ({ page, createOwner, hasJavaScript }) => {
	const { app } = await createOwner();
	await page.goto(`/app/${app.appId}/forms/new`);
	await expect(fields(page).first()).toHaveAttribute("draggable", String(hasJavaScript));
	if (!hasJavaScript) return;
	await fields(page).nth(2).dragTo(fields(page).nth(0));
	await expect(labels(page)).toHaveText(["Message", "Name", "Email"]);
	await publish(page);
	await page.getByRole("link", { name: "View Live" }).click();
	await expect(page.locator(".field > label")).toHaveText([/^Message/, /^Name/, /^Email/]);
});

test("the preview shows the form without blank options, and Build brings everything back", async ({
	page,
	createOwner,
	hasJavaScript,
}) => {
	const { app } = await createOwner();
	await page.goto(`/app/${app.appId}/forms/new`);
	const field = await addField(page);
	await field.getByLabel("Label").fill("Topic");
	await field.getByLabel("Type").selectOption("Select");
	await field.getByLabel("Options").fill("Bug\n\nIdea");
	await page.getByLabel("Form title").fill("Ask us");
	await page.getByRole("button", { name: "Preview" }).click();
	const preview = page.getByRole("region", { name: "Preview" });
	await expect(preview.getByRole("heading", { name: "Ask us" })).toBeVisible();
	await expect(preview.getByLabel("Topic").locator("option")).toHaveText([
		"Please choose",
		"Bug",
		"Idea",
	]);
	await expect(page.getByLabel("Form title")).toBeHidden();
	await page.getByRole("button", { name: "Build", exact: true }).click();
	await expect(preview).toHaveCount(0);
	await expect(page.getByLabel("Form title")).toHaveValue("Ask us");
	await expect(labels(page)).toHaveText(["Name", "Email", "Message", "Topic"]);
	const topic = await openField(page, 3);
	await expect(topic.getByLabel("Options")).toHaveValue("Bug\n\nIdea");
	await expect(topic.getByLabel("Type")).toHaveValue("select");

	await page.getByLabel("Form title").fill("  ");
	if (hasJavaScript) {
		await expect(page.getByRole("button", { name: "Preview" })).toBeDisabled();
		await expect(page.getByRole("button", { name: "Publish Form" }).last()).toBeDisabled();
	} else {
		await page.getByRole("button", { name: "Preview" }).click();
		await expect(page.getByRole("alert")).toContainText("Please provide a form title");
		await expect(preview).toHaveCount(0);
	}
});

test("what is published straight from the preview is what was built", async ({
	page,
	createOwner,
}) => {
	const { app } = await createOwner();
	await page.goto(`/app/${app.appId}/forms/new`);
	await page.getByLabel("Form title").fill("Straight away");
	await page.getByRole("button", { name: "Preview" }).click();
	await expect(page.getByRole("region", { name: "Preview" })).toBeVisible();
	await publish(page);
	await expect(page.getByRole("heading", { name: "Form Published" })).toBeVisible();
	await expect(page.getByText("Straight away is public.")).toBeVisible();
});

test("what is wrong with a form is said at its place, and nothing is lost", async ({
	page,
	createOwner,
	factories,
	hasJavaScript,
}) => {
	const { app } = await createOwner();
	const taken = await factories.createForm(app, { title: `Taken ${crypto.randomUUID()}` });
	await page.goto(`/app/${app.appId}/forms/new`);
	const alert = page.getByRole("alert");
	for (const title of ["Documents", " home "]) {
		await page.getByLabel("Form title").fill(title);
		await publish(page);
		await expect(alert).toContainText("This title is reserved. Please choose a different title.");
	}
	const title = taken.title.toUpperCase();
	await page.getByLabel("Form title").fill(title);
	await publish(page);
	await expect(alert).toContainText(
		`You already have a form with the title "${title}". Please choose a different title.`,
	);
	await expect(page).toHaveTitle(/^Error: /);

	await page.getByLabel("Form title").fill("Fine");
	const field = await addField(page);
	await field.getByLabel("Label").fill("Topic");
	await field.getByLabel("Type").selectOption("Select");
	await field.getByLabel("Options").fill(" \n \n");
	await publish(page);
	const noOption = 'Select field "Topic" must have at least one option';
	await alert.getByRole("link", { name: noOption }).click();
	await expect(field.getByLabel("Options")).toBeFocused();
	await expect(field.getByLabel("Options")).toHaveAccessibleDescription(new RegExp(noOption));
	await field.getByLabel("Options").fill("Bug");
	await field.getByLabel("Label").fill(" ");
	await publish(page);
	await expect(alert).toContainText("Please give this field a label.");
	await field.getByLabel("Label").fill("Topic");

	await page.getByRole("button", { name: "Delete Email" }).click();
	await expect(labels(page)).toHaveText(["Name", "Message", "Topic"]);
	await publish(page);
	await expect(alert).toContainText("Form must have at least one email field");
	for (const name of ["Name", "Message", "Topic"]) {
		await page.getByRole("button", { name: `Delete ${name}` }).click();
		await expect(page.getByRole("button", { name: `Delete ${name}` })).toHaveCount(0);
	}
	if (hasJavaScript) {
		await expect(page.getByRole("button", { name: "Publish Form" }).last()).toBeDisabled();
	} else {
		await publish(page);
		await expect(alert).toContainText("Please add at least one field.");
	}
	await expect(page.getByLabel("Form title")).toHaveValue("Fine");
});

test("a form is edited in place, and its old address leads to the new one", async ({
	page,
	createOwner,
}) => {
	const { form } = await createOwner();
	const title = `Renamed ${crypto.randomUUID()}`;
	await page.goto(editPath(form));
	await page.getByLabel("Form title").fill(title);
	const name = await openField(page, 0);
	await name.getByLabel("Label").fill("Your name");
	await save(page);
	await expect(page.getByText("Form updated successfully!")).toBeVisible();
	await expect(page).toHaveURL(editPath(form));
	await expect(labels(page)).toHaveText(["Your name", "Email", "Message"]);
	await expect(page.getByLabel("Form title")).toHaveValue(title);
	await page.goto(form.path);
	await expect(page.getByRole("heading", { name: title })).toBeVisible();
	expect(new URL(page.url()).pathname).not.toBe(form.path);
	await expect(page.getByLabel("Your name")).toBeVisible();
});

test("a save from an old tab is told of the newer one, and may still win", async ({
	page,
	context,
	createOwner,
}) => {
	const { form } = await createOwner();
	const other = await context.newPage();
	await page.goto(editPath(form));
	await other.goto(editPath(form));
	await page.getByLabel("Description").fill("From the first window");
	await save(page);
	await expect(page.getByText("Form updated successfully!")).toBeVisible();
	await other.getByLabel("Description").fill("From the second window");
	await save(other);
	await expect(other.getByText("Another window saved this form")).toBeVisible();
	await expect(other.getByLabel("Description")).toHaveValue("From the second window");
	await other.getByRole("button", { name: "Save my form anyway" }).last().click();
	await expect(other.getByText("Form updated successfully!")).toBeVisible();
	await page.goto(form.path);
	await expect(page.getByText("From the second window")).toBeVisible();
});

test("a visitor whose page is older than the form keeps what was typed", async ({
	page,
	createOwner,
	openVisitor,
}) => {
	const { form } = await createOwner();
	const visitor = await openVisitor();
	await visitor.goto(form.path);
	await visitor.getByLabel("Name").fill("Ann");
	await visitor.getByLabel("Message").fill("A long story");
	await page.goto(editPath(form));
	await page.getByRole("button", { name: "Delete Name" }).click();
	await expect(labels(page)).toHaveText(["Email", "Message"]);
	await save(page);
	await expect(page.getByText("Form updated successfully!")).toBeVisible();
	await visitor.getByRole("button", { name: "Send" }).click();
	await expect(visitor.getByRole("alert")).toContainText("This form was changed");
	await expect(visitor.getByLabel("Name")).toHaveCount(0);
	await expect(visitor.getByLabel("Message")).toHaveValue("A long story");
});

test("a deleted form is gone for visitors, and its submissions stay", async ({
	page,
	createOwner,
	openVisitor,
}) => {
	const { app, form } = await createOwner();
	const { email } = await createVisit(form);
	await page.goto("/dashboard");
	await page.getByRole("link", { name: `Delete ${form.title}` }).click();
	await page.getByRole("link", { name: "Cancel" }).click();
	await page.getByRole("link", { name: `Delete ${form.title}` }).click();
	await expect(page.getByText("The public URL will stop working at once:")).toBeVisible();
	await page.getByRole("button", { name: "Delete form" }).click();
	await expect(page.getByText("Form deleted successfully")).toBeVisible();
	await expect(page.getByRole("link", { name: `Edit ${form.title}` })).toHaveCount(0);
	const visitor = await openVisitor();
	expect((await visitor.goto(form.path))?.status()).toBe(410);
	await expect(visitor.getByRole("heading", { name: "Form no longer available" })).toBeVisible();
	await page.goto(`/app/${app.appId}/forms/submissions`);
	await expect(page.getByRole("row", { name: email })).toBeVisible();
});

test("after Pro ends, the form says that it is closed, and its owner still answers", async ({
	page,
	createOwner,
	openVisitor,
}) => {
	const { owner, form } = await createOwner();
	const submission = await createVisit(form);
	const { grantPlan } = await import("#app/admin/administration.server.ts");
	await grantPlan(owner.email, "free");
	const visitor = await openVisitor();
	await visitor.goto(form.path);
	await expect(
		visitor.getByText("This form is not accepting new messages right now."),
	).toBeVisible();
	await expect(visitor.getByRole("button", { name: "Send" })).toHaveCount(0);
	await page.goto(`/admin/conversation/${submission.id}`);
	await page.getByLabel("Your reply").fill("Still here.");
	await page.getByRole("button", { name: "Send reply" }).click();
	await expect(page.getByText("Message sent successfully!")).toBeVisible();
});

test("pressing twice makes one form, one message and one saved reply", async ({
	page,
	createOwner,
}) => {
	const { app, form } = await createOwner();
	const submission = await createVisit(form);
	const { db } = await import("#app/platform/db/db.server.ts");
	await page.goto(`/app/${app.appId}/forms/new`);
	const title = `Twice ${crypto.randomUUID()}`;
	await page.getByLabel("Form title").fill(title);
	await page.getByRole("button", { name: "Publish Form" }).last().dblclick();
	await expect(page.getByRole("heading", { name: "Form Published" })).toBeVisible();
	expect(await db.form.count({ where: { appId: app.appId, title } })).toBe(1);

	await page.goto(editPath(form));
	await page.getByLabel("Description").fill("Saved twice");
	await page.getByRole("button", { name: "Save Changes" }).last().dblclick();
	await expect(page.getByText("Form updated successfully!")).toBeVisible();
	await expect(page.getByText("Another window saved this form")).toHaveCount(0);

	await page.goto(`/admin/conversation/${submission.id}`);
	await page.getByLabel("Your reply").fill("Said once.");
	await page.getByRole("button", { name: "Send reply" }).dblclick();
	await expect(page.getByText("Message sent successfully!")).toBeVisible();
	expect(await db.message.count({ where: { submissionId: submission.id } })).toBe(1);
	await page.getByRole("button", { name: "Save details" }).dblclick();
	await expect(page.getByText("Submission updated successfully")).toBeVisible();

	await page.goto(`/app/${app.appId}/forms/${form.id}/deletion`);
	await page.getByRole("button", { name: "Delete form" }).dblclick();
	await expect(page).toHaveURL("/dashboard");
	await expect(page.getByText("Form deleted successfully")).toBeVisible();
});

test("a visitor who presses twice sends one form and one message", async ({
	createOwner,
	openVisitor,
}) => {
	const { form } = await createOwner();
	const { db } = await import("#app/platform/db/db.server.ts");
	const visitor = await openVisitor();
	const email = `twice-${crypto.randomUUID()}@example.net`;
	await visitor.goto(form.path);
	await visitor.getByLabel("Name").fill("Ann");
	await visitor.getByLabel("Email").fill(email);
	await visitor.getByLabel("Message").fill("Once");
	await visitor.getByRole("button", { name: "Send" }).dblclick();
	const question = visitor.getByLabel(/^What is/);
	await expect(question).toBeVisible();
	const [, one, other] = /(\d+) \+ (\d+)/.exec(await visitor.locator("label").innerText()) ?? [];
	await question.fill(String(Number(one) + Number(other)));
	await visitor.getByRole("button", { name: "Send" }).dblclick();
	await expect(visitor.getByRole("heading", { name: "Check Your Email" })).toBeVisible();
	expect(await db.submission.count({ where: { email } })).toBe(1);
	expect(await db.outboxMail.count({ where: { recipient: email } })).toBe(1);
});

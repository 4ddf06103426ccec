import { readFile } from "node:fs/promises";
import { createVisit, expect, type Page, test } from "../kit/http/visitor.ts";

const PAGE_SIZE = 50;

function listPath({ appId, id }: { appId: string; id: string }) {
	return `/app/${appId}/forms/${id}/submissions`;
}

function emails(page: Page) {
	return page.getByRole("rowheader");
}

async function search(page: Page, query: string) {
	await page.getByRole("searchbox", { name: "Search by email, name or answer" }).fill(query);
	await page.getByRole("button", { name: "Search" }).click();
	await expect(page).toHaveURL((url) => url.searchParams.get("q") === query);
}

test("the lists of a form and of the app say what waits for an answer", async ({
	page,
	createOwner,
	factories,
}) => {
	const { app, form } = await createOwner();
	const otherForm = await factories.createForm(app);
	await page.goto(listPath(form));
	await expect(page.getByText("No submissions yet")).toBeVisible();

	const unverified = await createVisit(form, { verified: false });
	const expired = await createVisit(form, { sessionMs: -1 });
	const elsewhere = await createVisit(otherForm);
	await page.reload();
	await expect(page.getByRole("columnheader")).toHaveText([
		"Email",
		"Status",
		"Messages",
		"Last Activity",
		"Actions",
	]);
	await expect(emails(page)).toContainText([expired.email, unverified.email]);
	const waiting = page.getByRole("row", { name: unverified.email });
	await expect(waiting).toContainText("Pending Verification");
	await expect(waiting.getByRole("button", { name: "Awaiting Verification" })).toBeDisabled();
	await expect(waiting.getByText("New", { exact: true })).toHaveCount(0);
	const row = page.getByRole("row", { name: expired.email });
	await expect(row).toContainText("Session Expired");
	await expect(row.getByText("New", { exact: true })).toBeVisible();
	const plain = await waiting.evaluate((element) => getComputedStyle(element).backgroundColor);
	await expect(row).not.toHaveCSS("background-color", plain);

	await row.getByRole("link", { name: `Reply to ${expired.email}` }).click();
	await expect(page.getByText("Session Expired")).toBeVisible();
	await page.getByLabel("Your reply").fill("We look into it.");
	await page.getByRole("button", { name: "Send reply" }).click();
	await expect(page.getByText("Message sent successfully!")).toBeVisible();
	await page.getByRole("link", { name: "Submissions", exact: true }).click();
	await expect(row.getByRole("link", { name: `View chat with ${expired.email}` })).toHaveText(
		"View Chat",
	);
	await expect(row.getByText("New", { exact: true })).toHaveCount(0);
	await expect(row.getByRole("cell").nth(1)).toHaveText("1");
	await expect(row).toHaveCSS("background-color", plain);

	await page.goto("/dashboard");
	await page.getByRole("link", { name: "All submissions" }).click();
	await expect(emails(page)).toContainText([elsewhere.email, expired.email, unverified.email]);
	await expect(page.getByRole("row", { name: elsewhere.email })).toContainText("Active Session");
});

test("search looks into the address, the name and the answers, and is cleared again", async ({
	page,
	createOwner,
}) => {
	const { form } = await createOwner();
	const zoe = await createVisit(form, { name: "Zoë Müller", message: "Watering" });
	const bob = await createVisit(form, { name: "Bob", message: '100% "odd" _text_' });
	await page.goto(listPath(form));
	for (const query of [bob.email, "Bob", '100% "odd"', "_text_", "bo"]) {
		await search(page, query);
		await expect(emails(page)).toContainText([bob.email]);
	}
	await search(page, "zoë müll");
	await expect(emails(page)).toContainText([zoe.email]);
	await search(page, "nobody at all");
	await expect(page.getByText("Nothing found")).toBeVisible();
	await page.getByRole("link", { name: "Clear" }).click();
	await expect(emails(page)).toHaveCount(2);
	await expect(page.getByRole("searchbox")).toHaveValue("");
});

test("what waits for an answer is found among fifty that nobody verified", async ({
	page,
	createOwner,
	factories,
}) => {
	const { app, form } = await createOwner();
	const asked = await createVisit(form, { message: "Where are my plants?" });
	const elsewhere = await createVisit(await factories.createForm(app));
	const closed = await createVisit(form, { status: "closed" });
	for (let n = 1; n <= PAGE_SIZE; n += 1) await createVisit(form, { verified: false });
	await page.goto(listPath(form));
	await expect(page.getByRole("rowheader", { name: asked.email })).toHaveCount(0);
	await page.goto("/dashboard");
	await page.getByRole("link", { name: `1 new of ${form.title}` }).click();
	await expect(page.getByRole("link", { name: "New", exact: true })).toHaveAttribute(
		"aria-current",
		"page",
	);
	await expect(emails(page)).toContainText([asked.email]);
	await expect(emails(page)).toHaveCount(1);
	await search(page, "plants");
	await expect(emails(page)).toContainText([asked.email]);
	await search(page, closed.email);
	await expect(page.getByText("Nothing found")).toBeVisible();
	await page.getByRole("link", { name: "Clear" }).click();
	await expect(emails(page)).toHaveCount(1);

	await page.goto(`/app/${app.appId}/forms/submissions?show=new`);
	await expect(emails(page)).toContainText([elsewhere.email, asked.email]);
	await page.getByRole("link", { name: `Reply to ${asked.email}` }).click();
	await page.getByLabel("Your reply").fill("On the second page.");
	await page.getByRole("button", { name: "Send reply" }).click();
	await expect(page.getByText("Message sent successfully!")).toBeVisible();
	await page.goto(`${listPath(form)}?show=new`);
	await expect(page.getByText("Nothing waits for a reply")).toBeVisible();
});

test("the list shows fifty a page, with the search kept between the pages", async ({
	page,
	createOwner,
}) => {
	test.setTimeout(60_000);
	const { form } = await createOwner();
	const oldest = await createVisit(form, { name: "Oldest Paging" });
	for (let n = 1; n <= PAGE_SIZE; n += 1) {
		await createVisit(form, { name: "Paging", verified: false });
	}
	await page.goto(listPath(form));
	await expect(emails(page)).toHaveCount(PAGE_SIZE);
	await expect(page.getByText(oldest.email)).toHaveCount(0);
	await page.getByRole("link", { name: "Older" }).click();
	await expect(emails(page)).toContainText([oldest.email]);
	await expect(page.getByRole("link", { name: "Older" })).toHaveCount(0);
	await page.getByRole("link", { name: "Newer" }).click();
	await expect(emails(page)).toHaveCount(PAGE_SIZE);
	await search(page, "Paging");
	await page.getByRole("link", { name: "Older" }).click();
	await expect(page.getByRole("searchbox")).toHaveValue("Paging");
	await expect(emails(page)).toContainText([oldest.email]);
});

test("the owner keeps status, priority, tags and notes, and the visitor sees the public ones", async ({
	page,
	createOwner,
	openVisitor,
}) => {
	const { form } = await createOwner();
	const submission = await createVisit(form);
	await page.goto(`/admin/conversation/${submission.id}`);
	await expect(page.getByLabel("Status").locator("option")).toHaveText([
		"New",
		"In progress",
		"Resolved",
		"Closed",
	]);
	await expect(page.getByLabel("Priority").locator("option:checked")).toHaveText("Normal");
	await page.getByLabel("Status").selectOption("In progress");
	await page.getByLabel("Priority").selectOption("Urgent");
	await page.getByLabel("Tags").fill("crash, , water, crash");
	await page.getByLabel("Public notes").fill("Fixed in <2.2>.");
	await page.getByLabel("Internal notes").fill("The third report of it.");
	await page.getByRole("button", { name: "Save details" }).click();
	await expect(page.getByText("Submission updated successfully")).toBeVisible();
	await page.reload();
	await expect(page.getByLabel("Status")).toHaveValue("in_progress");
	await expect(page.getByLabel("Priority")).toHaveValue("urgent");
	await expect(page.getByLabel("Tags")).toHaveValue("crash, water");
	await expect(page.getByLabel("Internal notes")).toHaveValue("The third report of it.");

	const visitor = await openVisitor();
	await visitor.goto(submission.path);
	await expect(visitor.getByText("Fixed in <2.2>.")).toBeVisible();
	expect(await visitor.content()).not.toContain("The third report of it.");

	await page.getByLabel("Tags").fill(Array.from({ length: 21 }, (_, n) => `t${n}`).join(","));
	await page.getByLabel("Internal notes").fill("Kept though refused");
	await page.getByRole("button", { name: "Save details" }).click();
	await expect(page.getByRole("alert")).toContainText("Please use at most 20 tags.");
	await expect(page.getByLabel("Internal notes")).toHaveValue("Kept though refused");
});

test("an empty reply is refused, and an unverified visitor gets none", async ({
	page,
	createOwner,
}) => {
	const { form } = await createOwner();
	const submission = await createVisit(form);
	const unverified = await createVisit(form, { verified: false });
	await page.goto(`/admin/conversation/${submission.id}`);
	await page.getByLabel("Your reply").fill(" \n ");
	await page.getByRole("button", { name: "Send reply" }).click();
	await expect(page.getByRole("alert")).toBeVisible();
	await expect(page.getByText("No messages yet.")).toBeVisible();
	await page.goto(`/admin/conversation/${unverified.id}`);
	await expect(page.getByText("The user has not verified")).toBeVisible();
	await expect(page.getByLabel("Your reply")).toHaveCount(0);
});

test("a saved reply is inserted after what was typed, as often as wanted, and deleted", async ({
	page,
	createOwner,
}) => {
	const { form } = await createOwner();
	const submission = await createVisit(form);
	await page.goto(`/admin/conversation/${submission.id}`);
	await page.getByRole("link", { name: "Saved replies" }).click();
	for (const [title, text] of [
		["Thanks", "Thank you for writing."],
		["Version", "Which version is it?"],
	] as const) {
		await page.getByLabel("Title").fill(title);
		await page.getByLabel("Text").fill(text);
		await page.getByRole("button", { name: "Save reply" }).click();
		await expect(page.getByRole("link", { name: `Delete ${title}` })).toBeVisible();
		await expect(page.getByLabel("Title")).toHaveValue("");
	}
	await page.getByRole("button", { name: "Save reply" }).click();
	await expect(page.getByRole("alert")).toBeVisible();

	await page.goto(`/admin/conversation/${submission.id}`);
	const box = page.getByLabel("Your reply");
	await box.fill("Hello Ann,");
	await page.getByLabel("Saved reply").selectOption("Thanks");
	await page.getByRole("button", { name: "Insert" }).click();
	await expect(box).toHaveValue("Hello Ann,\n\nThank you for writing.");
	await page.getByLabel("Saved reply").selectOption("Version");
	await page.getByRole("button", { name: "Insert" }).click();
	await expect(box).toHaveValue("Hello Ann,\n\nThank you for writing.\n\nWhich version is it?");
	await page.getByLabel("Saved reply").selectOption("Version");
	await page.getByRole("button", { name: "Insert" }).click();
	await expect(box).toHaveValue(
		"Hello Ann,\n\nThank you for writing.\n\nWhich version is it?\n\nWhich version is it?",
	);
	await page.getByRole("button", { name: "Send reply" }).click();
	await expect(page.getByRole("list", { name: "Messages" })).toContainText("Hello Ann,");
	await expect(box).toHaveValue("");

	await page.goto("/saved-replies");
	await page.getByRole("link", { name: "Delete Thanks" }).click();
	await expect(page.getByText("Thank you for writing.")).toBeVisible();
	await page.getByRole("link", { name: "Cancel" }).click();
	await page.getByRole("link", { name: "Delete Thanks" }).click();
	await page.getByRole("button", { name: "Delete reply" }).click();
	await expect(page.getByText("Reply deleted.")).toBeVisible();
	await expect(page.getByRole("link", { name: "Delete Thanks" })).toHaveCount(0);
	await expect(page.getByRole("link", { name: "Delete Version" })).toBeVisible();
});

test("submissions are downloaded as CSV and as JSON", async ({ page, createOwner, factories }) => {
	const { app, form } = await createOwner();
	const { email } = await createVisit(form, { message: '=1+1, "quoted"' });
	const otherForm = await factories.createForm(app);
	const elsewhere = await createVisit(otherForm);
	async function download(name: string) {
		const [file] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("link", { name }).click(),
		]);
		return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
	}
	await page.goto(listPath(form));
	const csv = await download("Export CSV");
	expect(csv.name).toBe("submissions.csv");
	expect(csv.text).toContain(email);
	expect(csv.text).toContain('""quoted""');
	expect(csv.text).not.toContain(elsewhere.email);
	const json = await download("Export JSON");
	expect(json.name).toBe("submissions.json");
	expect(JSON.parse(json.text)).toMatchObject([{ email, email_verified: true, form: form.title }]);
	await page.goto(`/app/${app.appId}/forms/submissions`);
	const all = await download("Export JSON");
	expect(JSON.parse(all.text)).toMatchObject([{ email }, { email: elsewhere.email }]);
});

test("the list of an app's forms counts verified submissions and names the fields", async ({
	page,
	createOwner,
	factories,
}) => {
	const { owner, app, form } = await createOwner();
	await createVisit(form);
	await createVisit(form, { verified: false });
	const field = { id: "email", type: "email" as const, label: "Email", placeholder: "" };
	const fields = [{ ...field, required: true, options: [] }];
	await factories.createForm(app, { title: "Newsletter", fields });
	await page.goto(`/${owner.accountName}/pocket-garden/forms`);
	const item = page.getByRole("listitem").filter({ hasText: form.title });
	await expect(item).toContainText("1 submission");
	await expect(item).toContainText("3 fields: Text, Email, Textarea");
	const short = page.getByRole("listitem").filter({ hasText: "Newsletter" });
	await expect(short).toContainText("0 submissions");
	await expect(short).toContainText("1 field: Email");
	await expect(item).toContainText("Get in touch with our support team.");
	await expect(item).toContainText(form.path.split("/").at(-1) ?? "");
	await item.getByRole("link", { name: `Submissions of ${form.title}` }).click();
	await expect(emails(page)).toHaveCount(2);
});

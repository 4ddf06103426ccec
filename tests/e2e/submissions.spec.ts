import { readFile } from "node:fs/promises";
import type { Locator } from "@playwright/test";
import * as see from "../kit/browser/see.ts";
import {
	createVisit,
	expect,
	field,
	fill,
	follow,
	openTools,
	overflowOf,
	type Page,
	press,
	submit,
	test,
} from "../kit/http/visitor.ts";

const PAGE_SIZE = 50;

function listPath({ appId, id }: { appId: string; id: string }) {
	return `/app/${appId}/forms/${id}/submissions`;
}

function emails(page: Page) {
	return page.getByRole("rowheader");
}

/** Where a part of the page ends, in pixels from the left. */
async function endOf(part: Locator): Promise<number> {
	const { x = 0, width = 0 } = (await part.boundingBox()) ?? {};
	return x + width;
}

async function replyOn(page: Page, text: string) {
	await submit(page, "Send reply", { "Your reply": text });
	await see.text(page, "Message sent successfully!");
}

async function search(page: Page, query: string) {
	await page.getByRole("searchbox", { name: "Search by email, name or answer" }).fill(query);
	await press(page, "Search");
	await expect(page).toHaveURL((url) => url.searchParams.get("q") === query);
}

test("the lists of a form and of the app say what waits for an answer", async ({
	page,
	factories,
	app,
	form,
}) => {
	await page.goto(listPath(form));
	await see.text(page, "No submissions yet");

	const unverified = await createVisit(form, { verified: false });
	const expired = await createVisit(form, { sessionMs: -1 });
	const elsewhere = await createVisit(await factories.createForm(app));
	await page.reload();
	const columns = ["Email", "Status", "Messages", "Last Activity", "Actions"];
	await expect(page.getByRole("columnheader")).toHaveText(columns);
	await expect(emails(page)).toContainText([expired.email, unverified.email]);
	const waiting = page.getByRole("row", { name: unverified.email });
	await expect(waiting).toContainText("Pending Verification");
	await expect(waiting.getByRole("button", { name: "Awaiting Verification" })).toBeDisabled();
	await see.noText(waiting, /^New$/);
	const row = page.getByRole("row", { name: expired.email });
	await expect(row).toContainText("Session Expired");
	await see.text(row, /^New$/);
	await see.text(row, "It crashes when I water a plant.");
	await see.text(waiting, /^Not verified yet/);
	await expect(row.getByRole("time")).toHaveText("just now");
	await expect(row.getByRole("time")).toHaveAttribute("title", / UTC$/);

	await follow(row, `Reply to ${expired.email}`);
	await see.text(page, "Session Expired");
	await replyOn(page, "We look into it.");
	await follow(page, "Submissions");
	const chat = row.getByRole("link", { name: `View chat with ${expired.email}` });
	await expect(chat).toHaveText("View Chat");
	await see.noText(row, /^New$/);
	await expect(row.getByRole("cell").nth(1)).toContainText("You: We look into it.");
	await see.text(row, /^1 message · /);

	await page.goto("/dashboard");
	await follow(page, "All submissions");
	await expect(emails(page)).toContainText([expired.email, elsewhere.email, unverified.email]);
	await expect(page.getByRole("row", { name: elsewhere.email })).toContainText("Active Session");
});

test("search looks into address, name and answers, and can be cleared @once", async ({
	page,
	form,
}) => {
	const zoe = await createVisit(form, { name: "Zoë Müller", message: "Watering" });
	const bob = await createVisit(form, { name: "Bob", message: '100% "odd" _text_' });
	await page.goto(listPath(form));
	for (const [query, found] of [
		['100% "odd"', bob],
		["zoë müll", zoe],
	] as const) {
		await search(page, query);
		await expect(emails(page)).toContainText([found.email]);
	}
	await search(page, "nobody at all");
	await see.text(page, "Nothing found");
	await follow(page, "Clear");
	await expect(emails(page)).toHaveCount(2);
	await expect(page.getByRole("searchbox")).toHaveValue("");
});

test("what is typed while a search loads stays, and the way back shows the search of before @once", async ({
	page,
	form,
}) => {
	await createVisit(form, { name: "Bob" });
	await page.goto(listPath(form));
	const box = page.getByRole("searchbox");
	const { promise: isTyped, resolve: release } = Promise.withResolvers<void>();
	await page.route(/\.data\?.*q=bob/, async (route) => {
		await isTyped;
		await route.fallback();
	});
	await box.fill("bob");
	await press(page, "Search");
	await box.fill("zoë");
	release();
	await expect(page).toHaveURL(/q=bob/);
	await expect(page.getByRole("link", { name: "Clear" })).toBeVisible();
	await expect(box).toHaveValue("zoë");
	await box.press("Enter");
	await expect(page).toHaveURL(/q=zo/);
	await see.text(page, "Nothing found");
	await page.goBack();
	await expect(page).toHaveURL(/q=bob/);
	await expect(box).toHaveValue("bob");
});

test("what waits for an answer is found among fifty that nobody verified @once", async ({
	page,
	factories,
	app,
	form,
}) => {
	const asked = await createVisit(form, { message: "Where are my plants?" });
	const elsewhere = await createVisit(await factories.createForm(app));
	const closed = await createVisit(form, { status: "closed" });
	for (let n = 1; n <= PAGE_SIZE; n += 1) await createVisit(form, { verified: false });
	await page.goto(listPath(form));
	await expect(page.getByRole("rowheader", { name: asked.email })).toHaveCount(0);
	await follow(page, "Next page");
	await expect(page.getByRole("rowheader", { name: asked.email })).toBeVisible();
	await follow(page, "First page");
	await expect(emails(page)).toHaveCount(PAGE_SIZE);
	await page.goto("/dashboard");
	await follow(page, `1 new of ${form.title}`);
	const shown = page.getByRole("link", { name: "Waiting 1", exact: true });
	await expect(shown).toHaveAttribute("aria-current", "page");
	await expect(emails(page)).toContainText([asked.email]);
	await search(page, "plants");
	await expect(emails(page)).toContainText([asked.email]);
	await search(page, closed.email);
	await see.text(page, "Nothing found");
	await follow(page, "Clear");
	await expect(emails(page)).toHaveCount(1);

	await page.goto(`/app/${app.appId}/forms/submissions?show=new`);
	await expect(emails(page)).toContainText([elsewhere.email, asked.email]);
	await follow(page, `Reply to ${asked.email}`);
	await replyOn(page, "On the second page.");
	await page.goto(`${listPath(form)}?show=new`);
	await see.text(page, "Nothing waits for a reply");
});

test("the inbox narrows to what waits, and changes what is ticked", async ({
	page,
	factories,
	app,
	form,
	hasJavaScript,
}) => {
	const other = await factories.createForm(await factories.createApp(app, "Tide Table"));
	const [zoe, bob] = [await createVisit(form, { name: "Zoë" }), await createVisit(form)];
	const tide = await createVisit(other);
	const unverified = await createVisit(form, { verified: false });
	const tab = (name: string) => page.getByRole("link", { name, exact: true });
	const box = ({ email }: { email: string }) => page.getByLabel(`Select ${email}`);

	await page.goto("/messages");
	await expect(tab("Waiting 3")).toHaveAttribute("aria-current", "page");
	await expect(emails(page)).toContainText([tide.email, bob.email, zoe.email]);
	await see.link(page, "Zoë", `/admin/conversation/${zoe.id}`);
	await page.getByText("Filter", { exact: true }).click();
	await fill(page, { "App or form": "All of Tide Table" });
	await press(page, "Search");
	await expect(emails(page)).toContainText([tide.email]);
	await follow(page, "Clear");
	await expect(emails(page)).toHaveCount(3);

	// With JavaScript, the buttons appear once something is ticked.
	const resolve = page.getByRole("button", { name: "Resolve" });
	await expect(resolve).toHaveCount(hasJavaScript ? 0 : 1);
	if (!hasJavaScript) {
		await fill(page, { "New tag": "two words, bug" });
		await press(page, "Tag");
		await see.text(page.getByRole("alert"), "Please select at least one submission.");
		await see.values(page, { "New tag": "two words, bug" });
	}
	await box(zoe).check();
	await fill(page, { "New tag": "two words, bug" });
	await field(page, "New tag").press("Enter");
	await see.text(page, "1 submission tagged.");
	await see.text(page.getByRole("row", { name: "Zoë" }), "#bug", "#two words");
	await expect(resolve).toHaveCount(hasJavaScript ? 0 : 1);
	await page.getByText("Filter", { exact: true }).click();
	await fill(page, { Tag: "bug" });
	await press(page, "Search");
	await expect(emails(page)).toContainText([zoe.email]);
	await follow(page, "Clear");

	await box(bob).check();
	await box(zoe).check();
	await press(page, "Resolve");
	await see.text(page, "2 submissions resolved.");
	await expect(emails(page)).toContainText([tide.email]);
	await follow(page, "Resolved 2");
	await box(bob).check();
	await press(page, "Close");
	await follow(page, "Closed 1", "All 4");

	await box(bob).check();
	await box(unverified).check();
	await press(page, "Delete");
	await see.heading(page, "Delete 2 submissions?");
	await see.text(page, new RegExp(bob.email), unverified.email);
	await follow(page, "Cancel");
	await expect(box(bob)).toBeChecked();
	await expect(box(tide)).not.toBeChecked();
	await press(page, "Delete", "Delete permanently");
	await see.text(page, "2 submissions deleted.");
	await expect(tab("All 2")).toHaveAttribute("aria-current", "page");
	await expect(emails(page)).toHaveCount(2);
});

test("on a phone, the buttons for what is ticked and their number stand apart @once", async ({
	page,
	submission,
}) => {
	for (const width of [320, 360, 600]) {
		await page.setViewportSize({ width, height: 740 });
		await page.goto("/messages?show=all");
		await page.getByLabel(`Select ${submission.email}`).check();
		const number = page.getByText("1 selected", { exact: true });
		const { x = 0, y = 0, height = 0 } = (await number.boundingBox()) ?? {};
		const buttons = page.getByRole("group", { name: "With the selected" }).getByRole("button");
		await expect(buttons.filter({ visible: true })).toHaveCount(6);
		for (const button of await buttons.all()) {
			const box = await button.boundingBox();
			if (!box) continue;
			const isBeside = box.y < y + height && y < box.y + box.height;
			if (isBeside) expect(box.x + box.width).toBeLessThan(x);
		}
		expect(await overflowOf(page)).toBe(0);
	}
});

test("one press selects all of a page, and another none; what was resolved is reopened as quickly", async ({
	page,
	form,
}) => {
	for (const name of ["Ann", "Bob", "Cid"]) await createVisit(form, { name });
	await page.goto("/messages");
	const ticked = page.getByRole("checkbox", { checked: true });
	await follow(page, "Select all 3");
	await expect(ticked).toHaveCount(3);
	await follow(page, "Select none");
	await expect(ticked).toHaveCount(0);
	await follow(page, "Select all 3");
	await page
		.getByRole("checkbox", { name: /^Select/ })
		.first()
		.uncheck();
	await press(page, "Resolve");
	await see.text(page, "2 submissions resolved.");
	await expect(emails(page)).toHaveCount(1);
	await follow(page, "Resolved 2", "Select all 2");
	await press(page, "Reopen");
	await see.text(page, "2 submissions reopened.");
	await follow(page, "Waiting 3");
	await expect(emails(page)).toHaveCount(3);
});

test("on a phone, each submission is a card whose name is the link @once", async ({
	page,
	form,
}) => {
	const visit = await createVisit(form, { name: "Zoë", message: "long ".repeat(300) });
	await page.setViewportSize({ width: 360, height: 740 });
	await page.goto("/messages");
	expect(await overflowOf(page)).toBe(0);
	const row = page.getByRole("row", { name: "Zoë" });
	expect((await row.boundingBox())?.height).toBeLessThan(220);
	// The wide button of one that nobody verified leaves the time above it at the end of its line.
	await createVisit(form, { name: "Ann", verified: false });
	await page.goto("/messages?show=all");
	const unverified = page.getByRole("row", { name: "Ann" });
	expect(await endOf(unverified.locator("time"))).toBeCloseTo(await endOf(unverified), 0);
	await row.getByRole("link", { name: "Zoë", exact: true }).click();
	await expect(page).toHaveURL(`/admin/conversation/${visit.id}`);
});

test("a saved reply is inserted after what was typed, as often as wanted, and deleted", async ({
	page,
	submission,
}) => {
	await page.goto("/saved-replies");
	for (const [title, text] of [
		["Thanks", "Thank you for writing."],
		["Version", "Which version is it?"],
	] as const) {
		await submit(page, "Save reply", { Title: title, Text: text });
		await expect(page.getByRole("link", { name: `Delete ${title}` })).toBeVisible();
		await see.values(page, { Title: "" });
	}
	await press(page, "Save reply");
	await expect(page.getByRole("alert")).toBeVisible();

	await page.goto(`/admin/conversation/${submission.id}`);
	let text = "Hello Ann,";
	await fill(page, { "Your reply": text });
	for (const [title, added] of [
		["Thanks", "Thank you for writing."],
		["Version", "Which version is it?"],
		["Version", "Which version is it?"],
	] as const) {
		await openTools(page);
		await submit(page, "Insert", { "Saved reply": title });
		text += `\n\n${added}`;
		await see.values(page, { "Your reply": text });
	}
	await press(page, "Send reply");
	await expect(page.getByRole("log")).toContainText("Hello Ann,");
	await see.values(page, { "Your reply": "" });

	await page.goto("/saved-replies");
	await follow(page, "Delete Thanks");
	await see.text(page, "Thank you for writing.");
	await follow(page, "Cancel", "Delete Thanks");
	await press(page, "Delete reply");
	await see.text(page, "Reply deleted.");
	await expect(page.getByRole("link", { name: "Delete Thanks" })).toHaveCount(0);
	await expect(page.getByRole("link", { name: "Delete Version" })).toBeVisible();
});

test("submissions are downloaded as CSV and as JSON @once", async ({
	page,
	factories,
	app,
	form,
}) => {
	const { email } = await createVisit(form, { message: '=1+1, "quoted"' });
	const elsewhere = await createVisit(await factories.createForm(app));
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
	const json = await download("Export JSON");
	expect(json.name).toBe("submissions.json");
	expect(JSON.parse(json.text)).toMatchObject([{ email, email_verified: true, form: form.title }]);
	await page.goto(`/app/${app.appId}/forms/submissions`);
	const all = await download("Export JSON");
	expect(JSON.parse(all.text)).toMatchObject([{ email }, { email: elsewhere.email }]);
});

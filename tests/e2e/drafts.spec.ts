import { test as base, expect, fill, follow, type Page, press } from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

const DAY_MS = 86_400_000;

const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const test = base.extend<{ editPath: string; list: string }>({
	editPath: async ({ app, policy }, use) => {
		await use(`/app/${app.appId}/documents/${policy.id}/edit`);
	},
	list: async ({ app }, use) => use(`/${app.accountName}/pocket-garden/documents`),
});

/** Saves the text as a draft, from the editor of the document. */
async function saveDraft(page: Page, editPath: string, Content: string) {
	await page.goto(editPath);
	await fill(page, { Content });
	await press(page, "Save as draft");
	await see.text(page, "Draft saved. Nobody else sees it.");
	await see.heading(page, "Draft");
}

test("a draft is kept from the public, continued from the editor, and published", async ({
	page,
	policy,
	editPath,
	list,
}) => {
	await saveDraft(page, editPath, "A first attempt.");
	await see.values(page, { Title: "Privacy Policy", Content: "A first attempt." });
	await page.goto(policy.path);
	await expect(page.getByText("A first attempt.")).toHaveCount(0);
	await page.goto(list);
	await see.heading(page, "Drafts");
	await page.goto(editPath);
	await see.text(page, "You have a draft from just now.");
	await see.values(page, { Content: /What we collect/ });
	await follow(page, "Continue the draft");
	await see.heading(page, "Draft");
	await fill(page, { Content: "Now it is right." });
	await press(page, "Publish");
	await see.text(page, "Draft published.");
	await page.goto(policy.path);
	await see.text(page, "Now it is right.");
	await page.goto(list);
	await expect(page.getByRole("heading", { name: "Drafts" })).toHaveCount(0);
});

test("a draft is published over a newer public text only after its author was told, who can see what differs", async ({
	page,
	policy,
	editPath,
}) => {
	await saveDraft(page, editPath, "We collect nothing, says the draft.");
	const draft = page.url();
	await page.goto(editPath);
	await fill(page, { Content: "We collect nothing, published meanwhile." });
	await press(page, "Save Changes");
	await see.text(page, "Changes saved.");
	await page.goto(draft);
	await press(page, "Publish");
	await see.text(page, "The public text changed meanwhile");
	await see.values(page, { Content: "We collect nothing, says the draft." });
	await press(page, "Changes");
	await expect(page.getByRole("deletion").first()).toContainText("published");
	await press(page, "Publish");
	await see.text(page, "Draft published.");
	await page.goto(policy.path);
	await see.text(page, "We collect nothing, says the draft.");
});

test("the editor shows before a save what it changes in the public text", async ({
	page,
	policy,
	editPath,
}) => {
	const typed = "## What we collect\n\nNothing but your name.";
	await page.goto(editPath);
	await press(page, "Changes");
	await see.text(page, "Visitors read the same text as before.");
	await press(page, "Edit");
	await fill(page, { Content: typed });
	await press(page, "Changes");
	await expect(page.getByRole("insertion").first()).toContainText("but your name");
	await press(page, "Edit");
	await see.values(page, { Content: typed });
	await press(page, "Changes");
	await press(page, "Save Changes");
	await see.text(page, "Changes saved.");
	await page.goto(policy.path);
	await see.text(page, "Nothing but your name.");
});

test("two windows that edit one draft lose nothing, and one that is discarded is gone", async ({
	page,
	openOtherBrowser,
	owner,
	editPath,
	list,
}) => {
	await saveDraft(page, editPath, "From the first window.");
	const other = await openOtherBrowser(owner);
	await other.goto(page.url());
	await fill(page, { Content: "More from the first." });
	// The other window saves only then: what this page loads after its save would be the other's text.
	const loaded = page.waitForResponse(
		(response) => response.request().method() === "GET" && response.url().includes("/drafts/"),
	);
	await press(page, "Save as draft");
	await loaded;
	await see.values(page, { Content: "More from the first." });
	await fill(other, { Content: "From the second." });
	await press(other, "Save as draft");
	await see.text(other, "The draft that is stored was saved in another window");
	await see.values(other, { Content: "From the second." });
	await expect(other.getByRole("link", { name: "See the other draft" })).toHaveAttribute(
		"href",
		new URL(page.url()).pathname,
	);
	await press(other, "Save my draft over it");
	await see.text(other, "Draft saved. Nobody else sees it.");
	await follow(other, "Discard");
	await press(other, "Discard draft");
	await see.text(other, "Draft discarded.");
	await expect(other).toHaveURL(list);
	// What the first window still holds is kept as a draft of its own.
	await press(page, "Publish");
	await see.text(page, "Yours is a new one.");
	await see.values(page, { Content: "More from the first." });
});

test("what is typed is saved as a draft by itself, also after a lost connection @once", async ({
	page,
	context,
	editor,
	list,
	allowedConsoleErrors,
}) => {
	allowedConsoleErrors.push(/ERR_INTERNET_DISCONNECTED/);
	const saved = page.getByText(/^Draft saved \d\d:\d\d$/);
	await fill(editor, { Title: "Terms", Content: "First words." });
	await expect(saved).toBeVisible();
	await context.setOffline(true);
	await fill(editor, { Content: "Words without a connection." });
	await see.text(page, "The connection is lost. The draft is saved once it is back.");
	await context.setOffline(false);
	await expect(saved).toBeVisible();
	await page.reload();
	await see.text(page, /You have a draft from just now: Terms\. Below is a new document\./);
	await page.goto(list);
	await expect(page.getByText("Not published yet · Saved just now")).toHaveCount(1);
	await page.getByRole("link", { name: "Continue Terms" }).click();
	await see.values(page, { Title: "Terms", Content: "Words without a connection." });
	await press(page, "Publish");
	await see.heading(page, "Document published");
	await page.goto(list);
	await expect(page.getByRole("heading", { name: "Drafts" })).toHaveCount(0);
});

test("a save whose answer is lost is stored, and later ones follow it @once", async ({
	page,
	editPath,
	editor,
	allowedConsoleErrors,
}) => {
	allowedConsoleErrors.push(/ERR_FAILED/);
	await page.clock.install();
	for (const address of [page.url(), editPath]) {
		await page.goto(address);
		let isLost = true;
		await page.route("**/documents/drafts", async (route) => {
			if (!isLost) return route.fallback();
			await route.fetch();
			isLost = false;
			await route.abort();
		});
		await fill(editor, { Title: "Terms", Content: "First words." });
		await page.clock.runFor(3_000);
		await see.text(page, "The connection is lost. The draft is saved once it is back.");
		await fill(editor, { Content: "First words, and more." });
		const saves = [];
		for (const _ of ["the same again", "what was typed since"]) {
			const save = page.waitForResponse("**/documents/drafts");
			await page.clock.runFor(3_000);
			saves.push((await (await save).json()).revision);
		}
		expect(saves).toEqual([1, 2]);
		await page.unroute("**/documents/drafts");
	}
});

test("beside an announced text, nothing is saved as a draft, and nobody is blamed for it @once", async ({
	page,
	editPath,
}) => {
	await page.clock.install();
	await page.goto(editPath);
	await fill(page, { Content: "From next month on." });
	await page.getByLabel("From").check();
	await page.locator("input[name=effective_on]").fill(inDays(30));
	await press(page, "Announce and publish on that day");
	await see.heading(page, "Announced text");
	await page.goto(editPath);
	await see.text(
		page,
		/It will replace what you save here\. Nothing else is kept as a draft until then\./,
	);
	await expect(page.getByRole("button", { name: "Save as draft" })).toHaveCount(0);
	const saves: string[] = [];
	page.on("request", (request) => {
		if (request.method() === "POST") saves.push(request.url());
	});
	const typed = { Content: "A correction until then." };
	const preview = page.getByRole("region", { name: "Preview" });
	await expect(preview).toBeVisible();
	await fill(page, typed);
	await see.text(preview, typed.Content);
	await page.clock.runFor(60_000);
	await page.reload();
	await see.text(page, "What you typed before is back. It is not saved yet.");
	await see.values(page, typed);
	expect(saves.filter((url) => /\/documents\/drafts/.test(url))).toEqual([]);
});

test("a text is announced for a day, changed and called off", async ({
	page,
	policy,
	editPath,
}) => {
	const day = page.locator("input[name=effective_on]");
	const SOON = "## What we collect\n\nNothing, from next year on.";
	const ANNOUNCED = /^Announced\. It publishes itself on .*, 00:00 UTC\.$/;
	const announceButton = "Announce and publish on that day";
	await page.goto(editPath);
	await fill(page, { Content: SOON, "What changed?": "A new host." });
	await page.getByLabel("From").check();
	await day.fill(inDays(6));
	await press(page, announceButton);
	await expect(page.getByRole("alert")).toContainText(
		"That is in 6 days. Many texts promise their readers more.",
	);
	await see.values(page, { Content: SOON, "What changed?": "A new host." });
	await page.getByLabel("I know").check();
	await press(page, announceButton);
	await see.text(page, ANNOUNCED);
	await see.heading(page, "Announced text");
	const editor = page.url();
	await page.goto(policy.path);
	await expect(page.getByText("Nothing, from next year on.")).toHaveCount(0);
	await follow(page, "Read it");
	await see.text(page, "Nothing, from next year on.");
	await see.text(page, "A new host.");
	await follow(page, "See what changes");
	await expect(page.getByRole("insertion").first()).toBeVisible();
	await page.goto(editPath);
	await see.text(page, /A new text is announced for .*\. It will replace what you save here\./);
	await page.goto(editor);
	await fill(page, { Content: "From next year on, really." });
	await press(page, "Change the announced text");
	await see.text(page, ANNOUNCED);
	await see.values(page, { Content: "From next year on, really." });
	await page.goto(`${policy.path}/next`);
	await see.text(page, "From next year on, really.");
	await page.goto(editor);
	await follow(page, "Call off");
	await see.text(page, "Nobody has subscribed yet.");
	await press(page, "Call off");
	await see.text(page, "Called off. It is a draft again.");
	await see.heading(page, "Draft");
	const gone = await page.goto(`${policy.path}/next`);
	expect(gone?.status()).toBe(404);
	await see.text(page, "Nothing is announced. The present text of this document applies.");
});

test("a text with a gap is announced, and changed, after the question, and not published at once", async ({
	page,
	policy,
	editPath,
}) => {
	const answerYes = async (button: string) => {
		await press(page, button);
		await expect(page.getByRole("alert")).toContainText("1 thing to fill in");
		await press(page, "Go on as it is");
		await see.text(page, /^Announced\. It publishes itself on .*, 00:00 UTC\.$/);
	};
	await page.goto(editPath);
	await fill(page, { Content: "From next month on, by [a company]." });
	await page.getByLabel("From").check();
	await page.locator("input[name=effective_on]").fill(inDays(30));
	await answerYes("Announce and publish on that day");
	await see.heading(page, "Announced text");
	await fill(page, { Content: "From next month on, by [another company]." });
	await answerYes("Change the announced text");
	await page.goto(policy.path);
	await expect(page.getByText("From next month on")).toHaveCount(0);
	await page.goto(`${policy.path}/next`);
	await see.text(page, "From next month on, by [another company].");
});

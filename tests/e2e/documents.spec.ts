import { readDocument } from "../corpus/documents.ts";
import {
	test as base,
	expect,
	fill,
	follow,
	overflowOf,
	type Page,
	press,
	styled,
	submit,
} from "../kit/browser/e2e.ts";
import * as see from "../kit/browser/see.ts";

const BOTH_REQUIRED = "Please provide both a title and content.";
const POLICY = readDocument("github-privacy-statement").source;

const test = base.extend<{
	/** The path below which the document's own pages are. */
	policyPath: string;
	/** The owner's list of the app's documents. */
	list: string;
}>({
	policyPath: async ({ app, policy }, use) => use(`/app/${app.appId}/documents/${policy.id}`),
	list: async ({ app }, use) => use(`/${app.accountName}/pocket-garden/documents`),
});

function title(page: Page) {
	return page.getByRole("textbox", { name: "Title" });
}

function content(page: Page) {
	return page.getByRole("textbox", { name: "Content" });
}

function insertions(page: Page, text: string) {
	return page.getByRole("insertion").filter({ hasText: text });
}

test("a sample is filled in, published, copied and seen at its address", async ({
	page,
	context,
	owner,
	app,
	hasJavaScript,
	server,
}) => {
	await context.grantPermissions(["clipboard-read", "clipboard-write"]);
	await page.clock.install();
	await page.goto(`/app/${app.appId}/documents/new`);
	for (const name of ["Privacy policy", "Terms", "Legal documents"]) {
		const generator = page.getByRole("link", { name: `${name} (opens in a new tab)` });
		await expect(generator).toHaveAttribute("target", "_blank");
		await expect(generator).toHaveAttribute("href", /^https:/);
	}
	await press(page, "Use Sample");
	await see.values(page, { Title: "Privacy Policy", Content: /## What this policy covers/ });
	await see.text(page, `Filled in: Pocket Garden, ${owner.accountName}, ${owner.email} and`);
	const left = page.getByText("[names of your services");
	await expect(left.filter({ visible: true }).first()).toBeVisible();

	await press(page, "Publish");
	const question = page.getByRole("alert");
	await expect(question).toContainText("This text is not public yet.");
	await expect(question).toContainText("1 thing to fill in[names of your services");
	await expect(question).toBeFocused();
	await see.values(page, { Title: "Privacy Policy", Content: /## What this policy covers/ });
	if (hasJavaScript) {
		await press(question, /names of your services/);
		await page.keyboard.type("nobody");
		await expect(question).toHaveCount(0);
	}
	await press(page, "Publish anyway");
	await see.heading(page, "Document published");
	await see.heading(page, "Where to paste it");
	await expect(page.getByRole("img", { name: "QR code of the address" })).toBeVisible();
	const address = `${server.url}/${owner.accountName}/pocket-garden/privacy-policy`;
	await see.text(page, address);
	if (hasJavaScript) {
		await page.clock.pauseAt(Date.now() + 60_000);
		await press(page, "Copy");
		await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
		expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
		await page.clock.runFor(1_500);
		await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
		await page.clock.runFor(600);
		await expect(page.getByRole("button", { name: "Copy", exact: true })).toBeVisible();
		await page.clock.resume();
	}
	const back = page.getByRole("link", { name: "Back to Dashboard" });
	await expect(back).toHaveAttribute("href", "/dashboard");
	await follow(page, "View Live");
	await expect(page).toHaveURL(address);
	await see.heading(page, "What this policy covers");
	await expect(page.getByRole("navigation", { name: "Contents" })).toBeVisible();
});

test("Use Sample replaces nothing that was typed without asking", async ({ editor: page }) => {
	await submit(page, "Use Sample", { Content: "My own words." });
	const question = page.getByRole("alert");
	await expect(question).toContainText("The sample would replace the title and the text");
	await see.values(page, { Title: "", Content: "My own words." });
	await press(page, "Replace my text");
	await see.values(page, { Title: "Privacy Policy", Content: /## What this policy covers/ });
	await expect(question).toHaveCount(0);
});

test("the kind, the day and the note are kept through Preview and a refusal, and then saved", async ({
	page,
	policyPath,
}) => {
	const day = page.locator("input[name=effective_on]");
	const typed = async () => {
		await expect(page.getByLabel("Kind of document")).toHaveValue("eula");
		await expect(page.getByLabel("From")).toBeChecked();
		await expect(page.getByLabel("What changed?")).toHaveValue("We have a new mail service.");
	};
	await page.goto(`${policyPath}/edit`);
	await expect(page.getByLabel("Kind of document")).toContainText(
		"As its title says: Privacy policy",
	);
	await expect(page.getByLabel("At once")).toBeChecked();
	await page.getByLabel("Kind of document").selectOption("License agreement (EULA)");
	await page.getByLabel("From").check();
	await fill(page, { "What changed?": "We have a new mail service." });
	await press(page, "Preview");
	await expect(page.getByRole("region", { name: "Preview" })).toBeVisible();
	await typed();
	await press(page, "Save Changes");
	const problem = page.getByRole("alert").getByRole("link");
	await expect(problem).toHaveText(/^Please say from which day it applies/);
	await typed();
	await day.fill("2026-12-31");
	await press(page, "Save Changes");
	await see.text(page, "Changes saved.");
	await page.goto(`${policyPath}/edit`);
	await expect(day).toHaveValue("2026-12-31");
	await expect(page.getByLabel("Kind of document")).toHaveValue("eula");
	await expect(page.getByLabel("What changed?")).toHaveValue("");
});

test("Preview shows the page that the text makes, and Edit brings the text back", async ({
	editor: page,
	hasJavaScript,
}) => {
	if (hasJavaScript) await expect(page.getByRole("button", { name: "Preview" })).toBeDisabled();
	else {
		await press(page, "Preview");
		const problem = page.getByRole("alert").getByRole("link");
		await expect(problem.filter({ hasText: "There is nothing to preview yet." })).toBeVisible();
	}
	const source = "## What we keep\n\n| What | How long |\n| --- | ---: |\n| **Mail** | 90 days |";
	await submit(page, "Preview", { Title: "Privacy Policy", Content: source });
	const preview = page.getByRole("region", { name: "Preview" });
	await see.heading(preview, "What we keep");
	await expect(preview.getByRole("cell", { name: "90 days" })).toBeVisible();
	await expect(content(page)).toBeHidden();
	await expect(title(page)).toHaveValue("Privacy Policy");

	await press(page, "Edit");
	await expect(preview).toHaveCount(hasJavaScript ? 1 : 0);
	await expect(content(page)).toBeVisible();
	await see.values(page, { Content: source });
	await submit(page, "Preview", { Content: `${source}\n\nNothing else.` });
	await see.text(preview, "Nothing else.");
	await press(page, "Publish");
	await follow(page, "View Live");
	await expect(page.getByRole("cell", { name: "90 days" })).toHaveCSS("text-align", /right/);
	await see.text(page, "Nothing else.");
});

test("a text that looks like HTML is shown as such, unless its author says that it is Markdown", async ({
	editor: page,
}) => {
	const notice = page.getByRole("status").filter({ hasText: "This looks like HTML, and is shown" });
	const preview = page.getByRole("region", { name: "Preview" });
	const title = '<h2><a name="kept">What we keep</a></h2>';
	const source = `${title}\n\n    <p>Nothing.</p>\n\n<p>Nowhere.</p>`;
	await submit(page, "Preview", { Title: "Privacy Policy", Content: source });
	await expect(notice).toBeVisible();
	await expect(preview.getByText("Nothing.", { exact: true })).toBeVisible();
	const heading = preview.getByRole("heading", { name: "What we keep" });
	await styled(page);
	const color = await heading.evaluate((element) => getComputedStyle(element).color);
	await expect(heading.locator("a"), "a target doesn't look like a link").toHaveCSS("color", color);

	await submit(page, "Preview", { "Show the text as": "Markdown" });
	await expect(notice).toHaveCount(0);
	await see.text(preview, "<p>Nothing.</p>");
	await press(page, "Publish");
	await follow(page, "View Live");
	await see.text(page, "<p>Nothing.</p>");
});

test("Preview shows a changed choice while the page is still loading the rest @once", async ({
	editor: page,
}) => {
	const preview = page.getByRole("region", { name: "Preview" });
	const { promise: later, resolve: load } = Promise.withResolvers<void>();
	await page.route("**/*.data*", async (route) => {
		if (route.request().method() === "GET") await later;
		await route.continue();
	});
	const source = "<h2>Data</h2>\n\n    <p>Nothing.</p>\n\n<p>Nowhere.</p>";
	await submit(page, "Preview", { Title: "Privacy Policy", Content: source });
	await expect(preview.getByText("Nothing.", { exact: true })).toBeVisible();
	await submit(page, "Preview", { "Show the text as": "Markdown" });
	await see.text(preview, "<p>Nothing.</p>");
	load();
});

test("a document without a title or without content is refused with what was typed", async ({
	editor: page,
}) => {
	const problems = page.getByRole("alert").getByRole("link");
	await press(page, "Publish");
	await expect(problems).toHaveText([BOTH_REQUIRED]);
	for (const field of [title(page), content(page)]) {
		await expect(field).toHaveAccessibleDescription(new RegExp(BOTH_REQUIRED));
	}
	await submit(page, "Publish", { Title: "Privacy Policy" });
	await expect(title(page)).not.toHaveAttribute("aria-invalid", "true");
	await problems.filter({ hasText: BOTH_REQUIRED }).click();
	await expect(content(page)).toBeFocused();
	await expect(title(page)).toHaveValue("Privacy Policy");
	await expect(page).toHaveTitle(/^Error: /);

	await submit(page, "Publish", { Title: "   ", Content: "We collect nothing." });
	await expect(title(page)).toHaveAttribute("aria-invalid", "true");
	await problems.filter({ hasText: BOTH_REQUIRED }).click();
	await expect(title(page)).toBeFocused();
	await expect(content(page)).toHaveValue("We collect nothing.");
	await submit(page, "Publish", { Title: "Privacy Policy" });
	await see.heading(page, "Document published");
});

test("the page is beside the text in a wide window, and follows it while it is typed @once", async ({
	editor: page,
	context,
}) => {
	const preview = page.getByRole("region", { name: "Preview" });
	await fill(page, { Content: "## One\n\n<script>alert(1)</script>" });
	await see.heading(preview, "One");
	await context.setOffline(true);
	await fill(page, { Content: "## Two" });
	await see.heading(preview, "One");
	await see.values(page, { Content: "## Two" });
	await context.setOffline(false);
	await fill(page, { Content: "## Three" });
	await see.heading(preview, "Three");
	await page.setViewportSize({ width: 800, height: 800 });
	await expect(preview).toHaveCount(0);
});

test("the checks beside the text know the address and the day that stand in the editor @once", async ({
	editor: page,
}) => {
	const checks = page.getByRole("region", { name: "Checks" });
	await page.getByLabel("Kind of document").selectOption("Privacy policy");
	await fill(page, { Title: "Rules", Content: "We collect nothing." });
	await see.text(checks, /address should say that this is a privacy policy/, /Write a day into it/);
	await fill(page, { Address: "privacy" });
	await expect(checks).not.toContainText("address should say that this is a privacy policy");
	await page.locator("input[name=effective_on]").fill("2026-12-24");
	await expect(checks).not.toContainText("Write a day into it");
	await page.getByLabel("At once").check();
	await see.text(checks, /Write a day into it/);
});

test("the page of a text that is there already is beside it without a word typed @once", async ({
	page,
	policyPath,
}) => {
	const { promise, resolve: answer } = Promise.withResolvers<void>();
	await page.route("**/documents/preview*", async (route) => {
		await promise;
		await route.continue();
	});
	const asked = page.waitForRequest(/documents\/preview/);
	await page.goto(`${policyPath}/edit`);
	await asked;
	const preview = page.getByRole("region", { name: "Preview" });
	await expect(preview).not.toContainText("The page appears here while you write.");
	answer();
	await expect(preview).toContainText("Nothing.");
});

test("buttons write Markdown that Undo takes back, and Ctrl+S saves, by the keyboard alone @once", async ({
	page,
	policyPath,
	policy,
}) => {
	await page.goto(`${policyPath}/edit`);
	await fill(page, { Content: "We keep nothing" });
	await content(page).press("ControlOrMeta+a");
	for (const name of ["Table", "Link", "List", "Bold"]) {
		await page.keyboard.press("Shift+Tab");
		await expect(page.getByRole("button", { name, exact: true })).toBeFocused();
	}
	await page.keyboard.press("Enter");
	await see.values(page, { Content: "**We keep nothing**" });
	await expect(content(page)).toBeFocused();
	await content(page).press("ControlOrMeta+z");
	await see.values(page, { Content: "We keep nothing" });
	await press(page, "Heading");
	await see.text(page, "3 words");
	await content(page).press("ControlOrMeta+s");
	await expect(page).toHaveURL("/dashboard");
	await page.goto(policy.path);
	await see.heading(page, "We keep nothing");
});

test("an address is chosen, and an earlier one leads to it", async ({ editor: page, app }) => {
	const base = `/${app.accountName}/pocket-garden`;
	const text = { Title: "プライバシーポリシー", Content: "何も集めません。" };
	await submit(page, "Publish", { ...text, Address: "privacy!" });
	await see.refusal(page, "Address", 'How about "privacy"');
	await see.values(page, text);
	await submit(page, "Publish", { Address: "Privacy" });
	await see.heading(page, "Document published");
	await page.goto(`${base}/privacy`);
	await see.heading(page, text.Title);

	await page.goto("/dashboard");
	await follow(page, `Edit ${text.Title}`);
	await see.values(page, { Address: "privacy" });
	await see.text(page, /If it changes, the old address keeps leading here\./);
	await submit(page, "Save Changes", { Address: "privacy-policy" });
	await expect(page).toHaveURL("/dashboard");
	await page.goto(`${base}/privacy`);
	await expect(page).toHaveURL(`${base}/privacy-policy`);

	await page.goto(`/app/${app.appId}/documents/new`);
	await submit(page, "Publish", { Title: "Terms", Content: "None.", Address: "privacy-policy" });
	await see.refusal(page, "Address", "Another document of this app has this address");
	await see.values(page, { Title: "Terms", Content: "None." });
});

test("a text with a gap that is public already is saved without a question", async ({
	page,
	app,
	factories,
}) => {
	const { id } = await factories.createDocument(app, { content: "Made by [a company]." });
	await page.goto(`/app/${app.appId}/documents/${id}/edit`);
	await submit(page, "Save Changes", { Content: "Made by [a company] now." });
	await expect(page).toHaveURL("/dashboard");
	await page.goto(`/app/${app.appId}/documents/${id}/edit`);
	await submit(page, "Save Changes", { Content: "Made by [a company], [your address]." });
	await expect(page.getByRole("alert")).toContainText("2 things to fill in");
	await press(page, "Go on as it is");
	await expect(page).toHaveURL("/dashboard");
});

test("Enter in the title publishes", async ({ editor: page }) => {
	await fill(page, { Content: "We collect nothing.", Title: "Privacy Policy" });
	await title(page).press("Enter");
	await see.heading(page, "Document published");
});

test("of two tabs that save one document, the second is told, loses nothing and may go on", async ({
	page,
	context,
	policy,
	policyPath,
}) => {
	const other = await context.newPage();
	for (const tab of [page, other]) await tab.goto(`${policyPath}/edit`);
	await submit(other, "Save Changes", { Content: "From the other tab." });
	await expect(other).toHaveURL("/dashboard");

	await submit(page, "Save Changes", { Content: "From this tab." });
	await expect(page.getByRole("alert")).toContainText(
		"This document was changed in another window while you were editing it.",
	);
	await see.text(page, "Another window saved this document on");
	await see.values(page, { Content: "From this tab." });
	await other.goto(policy.path);
	await see.text(other, "From the other tab.");

	await press(page, "Preview");
	await expect(page.getByRole("region", { name: "Preview" })).toContainText("From this tab.");
	await press(page, "Edit");
	await see.values(page, { Content: "From this tab." });
	await press(page, "Save Changes");
	await expect(page).toHaveURL("/dashboard");
	await other.reload();
	await see.text(other, "From this tab.");

	await page.goto(`${policyPath}/versions`);
	const versions = page.getByRole("link", { name: /^Version/ });
	await expect(versions).toHaveText(["Version 3", "Version 2", "Version 1"]);
	await follow(page, "Version 2");
	// An earlier version is compared with the public text.
	await expect(page.getByRole("deletion")).toContainText("the other");
	await expect(page.getByRole("insertion")).toContainText("this");
});

test("saving over another tab takes one press more", async ({ page, app, policy, policyPath }) => {
	await page.goto(`${policyPath}/edit`);
	const { updateDocument } = await import("#app/documents/document.server.ts");
	await updateDocument(app, policy.id, { title: policy.title, content: "Second.", revision: 1 });
	await submit(page, "Save Changes", { Content: "Third." });
	await press(page, "Save my text anyway");
	await expect(page).toHaveURL("/dashboard");
	await page.goto(policy.path);
	await see.text(page, "Third.");
});

test("versions are listed, compared and restored", async ({ page, owner, app, factories }) => {
	const policy = await factories.createDocument(app, { title: "Privacy", content: "One.\n" });
	const { updateDocument } = await import("#app/documents/document.server.ts");
	const save = (revision: number, text: { title: string; content: string }) =>
		updateDocument(app, policy.id, { ...text, revision });
	await save(1, { title: "Privacy", content: "One.\n\nTwo.\n" });
	await save(2, { title: "Privacy Policy", content: "One.\n\nTwo.\n\nThree.\n" });

	await page.goto(`/app/${app.appId}/documents/${policy.id}/edit`);
	await follow(page, "Versions");
	const newest = page.getByRole("main").getByRole("listitem").first();
	for (const text of ["Version 3", "Public now", `saved by ${owner.email}`]) {
		await expect(newest).toContainText(text);
	}

	await follow(page, "Version 3");
	await see.text(page, "This version is public now.");
	await expect(page.getByRole("button", { name: "Restore this version" })).toHaveCount(0);
	await expect(insertions(page, "Three.")).toBeVisible();
	await expect(insertions(page, "Privacy Policy")).toBeVisible();
	await expect(insertions(page, "Two.")).toHaveCount(0);
	await submit(page, "Compare", { "Compared with": "Version 1" });
	await expect(insertions(page, "Two.")).toBeVisible();
	await see.values(page, { "Compared with": "1" });

	await follow(page, "Versions", "Version 1");
	await see.text(page, "Restoring it publishes it as a new version. Nobody has subscribed yet.");
	await press(page, "Restore this version");
	await see.text(page, "Version 1 is public again.");
	await expect(page.getByRole("link", { name: /^Version/ })).toHaveCount(4);
	await page.goto(`/${owner.accountName}/pocket-garden/privacy-policy`);
	await expect(page).toHaveURL(`/${owner.accountName}/pocket-garden/privacy`);
	await see.text(page, "One.");
	await see.noText(page, "Three.");
});

test("deleting a document warns, can be cancelled, and takes its address offline", async ({
	page,
	policy,
}) => {
	await page.goto("/dashboard");
	await follow(page, "Delete Privacy Policy");
	await see.text(page, "The public URL will stop working at once", policy.path);
	await follow(page, "Cancel", "Delete Privacy Policy");
	await press(page, "Delete document");
	await expect(page).toHaveURL("/dashboard");
	await see.text(page, "Document deleted successfully");
	await expect(page.getByRole("link", { name: "Edit Privacy Policy" })).toHaveCount(0);
	await see.answer(page, policy.path, 410, "This document was taken down by its developer.");
});

test("the owner's list shows slug, dates and the first 200 characters, and leads on @once", async ({
	page,
	app,
	list,
	factories,
}) => {
	await page.goto(`/app/${app.appId}/documents`);
	await expect(page).toHaveURL(list);
	await see.text(page, "No documents yet");

	const long = "Every word of this policy counts. ".repeat(20);
	const policy = await factories.createDocument(app, { content: `# **Bold** start\n\n${long}` });
	await page.reload();
	const item = page.getByRole("main").getByRole("listitem");
	await see.text(item, /^privacy-policy$/, /Created \d+ \w+ \d{4} · Updated \d+ \w+ \d{4}/);
	await see.text(item, /^Bold start Every word of this policy counts\..*…$/);
	await see.link(item, "View Privacy Policy", policy.path);
	await see.link(page, "App Settings", `/app/${app.appId}/settings`);
	await follow(page, "Edit Privacy Policy");
	await expect(page).toHaveURL(`/app/${app.appId}/documents/${policy.id}/edit`);
});

test("a real policy is pasted whole and read on a phone without JavaScript @once", async ({
	editor: page,
	browser,
	server,
	app,
}) => {
	await submit(page, "Publish", { Title: "Privacy Statement", Content: POLICY });
	await see.heading(page, "Document published");

	const context = await browser.newContext({
		baseURL: server.url,
		javaScriptEnabled: false,
		viewport: { width: 320, height: 640 },
	});
	const phone = await context.newPage();
	const requests: string[] = [];
	phone.on("request", (request) => requests.push(request.url()));
	await phone.goto(`/${app.accountName}/pocket-garden/privacy-statement`);
	await expect(phone.getByRole("heading", { level: 1 })).toHaveText("Privacy Statement");
	await expect(phone.locator("script")).toHaveCount(0);
	expect(requests).toHaveLength(1);

	const contents = phone.getByRole("navigation", { name: "Contents" }).getByRole("link").last();
	await contents.click();
	await expect(phone.getByRole("heading", { name: await contents.innerText() })).toBeInViewport();
	expect(await overflowOf(phone)).toBeLessThanOrEqual(0);
	await context.close();
});

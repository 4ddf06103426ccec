import { expectSound } from "../kit/browser/axe.ts";
import * as see from "../kit/browser/see.ts";
import {
	expect,
	field,
	fill,
	follow,
	type Page,
	press,
	submit,
	test,
} from "../kit/http/visitor.ts";

const OFFLINE =
	"You seem to be offline: no answer came. Your text is still here, and sending it again is safe.";
const POLICY = { Title: "Privacy Policy", Content: "We collect nothing." };

test.use({
	visitorHasJavaScript: true,
	allowedConsoleErrors: [/ERR_INTERNET_DISCONNECTED|status of 503/],
});

/** Waits until scripts run, so that nothing is typed into a page that can't keep it yet. */
async function hydrated(page: Page) {
	await page.waitForFunction(() =>
		Object.keys(document.querySelector("main") ?? {}).some((key) => key.startsWith("__react")),
	);
}

/** Has the server answer each post and each page only once the test says so. Counts the posts. */
async function slowDown(page: Page) {
	const { promise, resolve: answer } = Promise.withResolvers<void>();
	const posts: string[] = [];
	await page.route("**/*.data*", async (route) => {
		if (route.request().method() === "POST") posts.push(route.request().url());
		await promise;
		await route.continue();
	});
	return { posts, answer };
}

// Drafts that the editor saves by itself are the subject of drafts.spec.ts. Here, none is answered.
test.beforeEach(({ page }) => page.route("**/documents/drafts", () => {}));

test("a post without a connection keeps the page and its text, and can be tried again @once", async ({
	page,
	submission,
	visitor,
}) => {
	await page.goto(`/admin/conversation/${submission.id}`);
	await visitor.goto(submission.path);
	for (const [browser, label, button] of [
		[page, "Your reply", "Send reply"],
		[visitor, "Your message", "Send"],
	] as const) {
		await hydrated(browser);
		await browser.context().setOffline(true);
		await submit(browser, button, { [label]: "One moment" });
		await see.text(browser.getByRole("alert"), OFFLINE);
		await fill(browser, { [label]: `${button}: one moment, please` });
		await press(browser, "Try again");
		await see.text(browser, OFFLINE);
		await browser.context().setOffline(false);
		await press(browser, "Try again");
		await see.text(browser, "Message sent successfully!");
		await see.noText(browser, OFFLINE);
		await expect(browser.getByText(`${button}: one moment, please`)).toHaveCount(1);
		await expect(field(browser, label)).toHaveValue("");
	}
});

test("the notice of a lost connection leaves room for the box below it @once", async ({
	page,
	submission,
	visitor,
}) => {
	await page.goto(`/admin/conversation/${submission.id}`);
	await visitor.goto(submission.path);
	for (const [browser, label, button] of [
		[page, "Your reply", "Send reply"],
		[visitor, "Your message", "Send"],
	] as const) {
		await browser.setViewportSize({ width: 360, height: 640 });
		await hydrated(browser);
		await browser.context().setOffline(true);
		await submit(browser, button, { [label]: "One moment" });
		await see.text(browser.getByRole("alert"), OFFLINE);
		await browser.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
		const notice = await browser.getByRole("alert").boundingBox();
		const box = await field(browser, label).boundingBox();
		expect(box && notice && box.y + box.height <= notice.y).toBe(true);
		await browser.context().setOffline(false);
	}
});

test("a first press whose answer is another route's keeps the page without a connection @once", async ({
	page,
	submission,
	app,
}) => {
	for (const [path, label, button] of [
		[`/admin/conversation/${submission.id}`, "Tags", "Save details"],
		["/settings", "New password", "Change password"],
		[`/app/${app.appId}/settings`, "Contact e-mail", "Save contact address"],
	] as const) {
		await page.goto(path);
		await hydrated(page);
		await page.waitForLoadState("networkidle");
		await page.context().setOffline(true);
		await submit(page, button, { [label]: "one-moment@example.com" });
		await see.text(page.getByRole("alert"), OFFLINE);
		await see.values(page, { [label]: "one-moment@example.com" });
		await page.context().setOffline(false);
		page.once("dialog", (dialog) => dialog.accept());
	}
});

test("a bulk act without a connection keeps the page and its ticks @once", async ({
	page,
	submission,
}) => {
	await page.goto("/messages");
	await hydrated(page);
	const box = page.getByLabel(`Select ${submission.email}`);
	await box.check();
	await page.context().setOffline(true);
	await press(page, "Resolve");
	await see.text(page.getByRole("alert"), OFFLINE);
	await expect(box).toBeChecked();
	await page.context().setOffline(false);
	await press(page, "Try again");
	await see.text(page, "1 submission resolved.");
});

test("a link without a connection and a server that fails leave the editor as it is @once", async ({
	page,
	editor,
}) => {
	await hydrated(editor);
	await fill(editor, POLICY);
	await page.context().setOffline(true);
	await follow(page, "Apps");
	await see.text(
		page.getByRole("alert"),
		"You seem to be offline, so the page could not be loaded.",
	);
	await see.values(page, POLICY);
	await expectSound(page, "a link that could not be followed");
	await page.context().setOffline(false);
	await page.route("**/*.data*", (route) => route.fulfill({ status: 503, body: "busy" }));
	await press(page, "Publish");
	await see.text(page.getByRole("alert"), "the fault is ours. Your text is still here.");
	await see.values(page, POLICY);
	await page.unroute("**/*.data*");
	await press(page, "Try again");
	await see.heading(page, "Document Published");
});

test("text survives a reload until it is sent or discarded @once", async ({
	page,
	editor,
	app,
	factories,
}) => {
	await hydrated(editor);
	await fill(editor, POLICY);
	await page.reload();
	await see.text(page, "What you typed before is back. It is not saved yet.");
	await see.values(page, POLICY);
	await press(page, "Discard it");
	await see.values(page, { Title: "", Content: "" });
	await fill(page, POLICY);
	await page.reload();
	await see.text(page, "What you typed before is back.");
	await press(page, "Publish");
	await see.heading(page, "Document Published");
	await page.goto(`/app/${app.appId}/documents/new`);
	await hydrated(page);
	await see.values(page, { Title: "", Content: "" });

	await factories.makePro(app);
	await page.goto(`/app/${app.appId}/forms/new`);
	await hydrated(page);
	const labels = page.locator(".field-editor strong");
	await press(page, "Add Field");
	await expect(labels).toHaveText(["Name", "Email", "Message", "New Field"]);
	await field(page.locator(".field-editor").last(), "Label").fill("Version");
	await expect(labels).toHaveText(["Name", "Email", "Message", "Version"]);
	await page.reload();
	await expect(labels).toHaveText(["Name", "Email", "Message", "Version"]);
	await press(page, "Publish Form");
	await see.heading(page, "Form Published");
});

test("text survives a reload after another form of the page was sent @once", async ({
	page,
	app,
}) => {
	await page.goto(`/app/${app.appId}/deletions/page`);
	await press(page, "Open the page");
	await follow(page, "Close it…");
	await press(page, "Close the page");
	await see.text(page, "The page is closed. Its address says so");
	await page.reload();
	await hydrated(page);
	const typed = { "What is deleted": "Your account and every garden in it." };
	await fill(page, typed);
	await press(page, "Open it again");
	await see.text(page, "The page is open again.");
	await see.values(page, typed);
	await page.reload();
	await see.text(page, "What you typed before is back. It is not saved yet.");
	await see.values(page, typed);
});

test("leaving asks first where something changed, and only there @once", async ({
	page,
	editor,
	app,
}) => {
	await hydrated(editor);
	const dialog = page.getByRole("dialog", { name: "Leave without saving?" });
	const newDocument = `/app/${app.appId}/documents/new`;
	await fill(page, { Title: "Terms" });
	await follow(page, "Apps");
	await expect(dialog).toBeVisible();
	await expectSound(page, "the question before leaving");
	await press(dialog, "Stay on this page");
	await expect(page).toHaveURL(newDocument);
	await see.values(page, { Title: "Terms" });
	await fill(page, { Title: "" });
	await follow(page, "Apps");
	await see.heading(page, "Your apps");
	await page.goBack();
	await see.values(page, { Title: "" });
	await fill(page, { Title: "Terms" });
	await page.goForward();
	await expect(dialog).toBeVisible();
	await page.keyboard.press("Escape");
	await expect(dialog).toBeHidden();

	const asked = page.waitForEvent("dialog");
	const closing = page.close({ runBeforeUnload: true });
	const question = await asked;
	expect(question.type()).toBe("beforeunload");
	await question.dismiss();
	await closing;

	await follow(page, "Apps");
	await press(dialog, "Leave");
	await see.heading(page, "Your apps");
	await page.goto(newDocument);
	await hydrated(page);
	await see.values(page, { Title: "" });
});

test("a press shows at once that work is under way, and posts once @once", async ({
	page,
	editor,
}) => {
	await hydrated(editor);
	await fill(editor, POLICY);
	const { posts, answer } = await slowDown(page);
	await press(editor, "Publish");
	const pressed = page.getByRole("button", { name: "Publishing…" });
	await expect(pressed).toHaveAttribute("aria-busy", "true");
	await see.text(page.getByRole("status"), "Loading");
	await expectSound(page, "a form under way");
	await pressed.click();
	await field(editor, "Title").press("Enter");
	answer();
	await see.heading(page, "Document Published");
	expect(posts).toHaveLength(1);
	await see.noText(page, "Loading");
});

import * as see from "../kit/browser/see.ts";
import {
	answerSum,
	createVisit,
	endSession,
	expect,
	fill,
	follow,
	newEmail,
	openMail,
	openTools,
	type Page,
	press,
	storeMessages,
	submit,
	test,
} from "../kit/http/visitor.ts";

const ASKED = "It crashes when I water a plant.";

/** Each side sees what the other wrote within 2 s; ten times as much on a slow machine. */
const LIVE_MS = 20_000;
const MINUTE_MS = 60_000;

function messages(page: Page) {
	return page.getByRole("list", { name: "Messages" }).getByRole("listitem");
}

async function say(page: Page, text: string) {
	await submit(page, "Send", { "Your message": text });
	await expect(messages(page).filter({ hasText: text })).toBeVisible();
}

async function reply(page: Page, text: string) {
	await submit(page, "Send reply", { "Your reply": text });
	await expect(messages(page).filter({ hasText: text })).toBeVisible();
}

/** Opens the newest mail to an address once it has this subject. Returns its first link. */
async function linkIn(page: Page, email: string, subject: string) {
	await openMail(page, email, subject);
	return (await page.locator(".mail-text a").first().getAttribute("href")) ?? "";
}

async function setStatus(page: Page, status: string) {
	await submit(page, "Save details", { Status: status });
	await see.text(page, "Submission updated successfully");
}

/** Opens a link that a mail scanner may have opened before, and presses its one button. */
async function openLink(page: Page, link: string, button: string) {
	await page.goto(link);
	await page.reload();
	await expect(page.getByRole("button")).toHaveCount(1);
	await press(page, button);
}

test("a visitor asks, the developer answers, and they go on by mail", async ({
	page,
	owner,
	app,
	factories,
	server,
	visitor,
}) => {
	await factories.makePro(owner);
	const email = newEmail();
	await page.goto(`/app/${app.appId}/forms/new`);
	await page.getByRole("button", { name: "Publish Form" }).last().click();
	await see.heading(page, "Form Published");
	const address = (await page.locator(".address").innerText()).trim();
	expect(address).toBe(
		`${server.url}/${owner.accountName}/pocket-garden/forms/pocket-garden-support-form`,
	);

	await visitor.goto(address);
	await submit(visitor, "Send", { Name: "Ann", Email: email.toUpperCase(), Message: ASKED });
	await answerSum(visitor, { wrong: true });
	await see.text(visitor.getByRole("alert"), "Incorrect captcha answer. Please try again.");
	await answerSum(visitor);
	await see.heading(visitor, "Check Your Email");

	const link = await linkIn(visitor, email, "Confirm your message to Pocket Garden");
	await see.noText(visitor, ASKED);
	await openLink(visitor, link, "Confirm and continue");
	await expect(visitor).toHaveURL(/\/conversation\//);
	const conversation = visitor.url();
	await see.text(
		visitor,
		ASKED,
		/^Delivered to Pocket Garden\. Answers reach you here until \d\d:\d\d.*, and by mail after that\. You can answer those mails\.$/,
	);
	await say(visitor, "Version 2.1, by the way.");

	await openMail(page, owner.email, "Ann wrote to Pocket Garden");
	await see.text(page, ASKED);
	await page.goto("/dashboard");
	await follow(page, "Submissions of Pocket Garden Support Form");
	const row = page.getByRole("row", { name: email });
	await see.text(row, /^New$/, "Active Session");
	await follow(row, `Reply to ${email}`);
	await see.heading(page, "Ann");
	await see.text(page, ASKED);
	await expect(messages(page)).toContainText(["Version 2.1, by the way."]);
	await reply(page, "Thank you, fixed in 2.2.");
	await see.text(page, "Message sent successfully!");
	await see.values(page, { "Your reply": "" });

	await follow(visitor, "Refresh");
	await expect(messages(visitor)).toContainText(["Version 2.1", "Thank you, fixed in 2.2."]);

	const submissionId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
	await endSession(submissionId, -1);
	await visitor.reload();
	await see.heading(visitor, "Session Expired");
	await see.noText(visitor, "Thank you, fixed in 2.2.");

	await reply(page, "Is it gone for you, too?");
	const back = await linkIn(visitor, email, "Your message to Pocket Garden");
	await see.text(visitor, "Is it gone for you, too?");
	await openLink(visitor, back, "Open the conversation");
	await expect(visitor).toHaveURL(conversation);
	await expect(messages(visitor)).toHaveCount(3);
	await say(visitor, "Yes, it is. Thank you!");

	await openMail(page, owner.email, "Re: Ann wrote to Pocket Garden");
	await see.text(page, "Yes, it is. Thank you!");
	await page.locator(".mail-text a").first().click();
	await expect(messages(page).last()).toContainText("Yes, it is. Thank you!");
});

test("a resolved conversation opens again when the visitor writes, a closed one refuses", async ({
	page,
	visitor,
	submission,
}) => {
	await page.goto(`/admin/conversation/${submission.id}`);
	await setStatus(page, "Resolved");
	await visitor.goto(submission.path);
	await say(visitor, "It came back.");
	await page.reload();
	await expect(page.getByLabel("Status").locator("option:checked")).toHaveText("In progress");

	await fill(visitor, { "Your message": "And again." });
	await setStatus(page, "Closed");
	await press(visitor, "Send");
	await see.text(visitor, /^This conversation is closed\.$/);
	await see.values(visitor, { "What you typed": "And again." });
	await expect(visitor.getByRole("button", { name: "Send", exact: true })).toHaveCount(0);
	await page.reload();
	await expect(messages(page)).toHaveCount(1);
});

test("a reply that is being typed stays while the owner sets details, adds a note and deletes it, and the visitor never sees one", async ({
	page,
	visitor,
	submission,
}) => {
	await page.goto(`/admin/conversation/${submission.id}`);
	await fill(page, { "Your reply": "Half a reply", Tags: "crash" });
	await setStatus(page, "In progress");
	await see.values(page, { "Your reply": "Half a reply", Tags: "crash" });
	await openTools(page);
	await submit(page, "Add note", { "Internal note": "Ask Grace, see https://bugs.example/218." });
	await see.text(page, "Note added.", "Only you see this");
	await see.link(page, "https://bugs.example/218", "https://bugs.example/218");
	await see.values(page, { "Your reply": "Half a reply" });
	await expect(page.locator(".reply-tools a", { hasText: "Edit saved replies" })).toHaveAttribute(
		"target",
		"_blank",
	);
	const deleteNote = () => page.locator(".note-head").getByText("Delete").click();
	await deleteNote();
	await see.heading(page, "Delete this note?");
	await page.getByText("Cancel", { exact: true }).click();
	await see.values(page, { "Your reply": "Half a reply" });
	await deleteNote();
	await press(page, "Delete note");
	await see.text(page, "Note deleted.");
	await see.noText(page, "Ask Grace");
	await see.values(page, { "Your reply": "Half a reply" });

	await openTools(page);
	await submit(page, "Add note", { "Internal note": "Ask Grace again." });
	await press(page, "Send and resolve");
	await see.text(page, "Message sent successfully!");
	await expect(page.getByLabel("Status").locator("option:checked")).toHaveText("Resolved");
	await visitor.goto(submission.path);
	await see.text(visitor, "Half a reply");
	expect(await visitor.content()).not.toContain("Ask Grace");
});

test("on a phone, an added note is in view above the box, and the focus stays on More @once", async ({
	page,
	submission,
}) => {
	await page.setViewportSize({ width: 360, height: 640 });
	await page.goto(`/admin/conversation/${submission.id}`);
	await openTools(page);
	await submit(page, "Add note", { "Internal note": "Ask Grace." });
	await see.text(page, "Note added.");
	await expect(page.getByRole("button", { name: "Add note" })).toBeHidden();
	await expect(page.locator(".reply-tools summary")).toBeFocused();
	await page.getByRole("button", { name: "Dismiss" }).click();
	await page.locator(".note-head").getByText("Delete").click();
	await see.heading(page, "Delete this note?");
});

test("a saved reply is edited, and greets the visitor by name", async ({ page, submission }) => {
	await page.goto("/saved-replies");
	await submit(page, "Save reply", { Title: "Hello", Text: "Hello" });
	await follow(page, "Edit Hello");
	await see.heading(page, 'Edit "Hello"');
	await submit(page, "Save reply", { Text: "Hi {{name}}, {{app}} here." });
	await see.text(page, "Reply saved.", "Hi {{name}}, {{app}} here.");
	await page.goto(`/admin/conversation/${submission.id}`);
	await openTools(page);
	await press(page, "Insert");
	await see.values(page, { "Your reply": "Hi Ann, Pocket Garden here." });
});

test("what was typed when the session ended is not lost @once", async ({ visitor, submission }) => {
	await visitor.goto(submission.path);
	await say(visitor, "First.");
	await fill(visitor, { "Your message": "Typed for <b>an hour</b>." });
	await endSession(submission.id, -1);
	await press(visitor, "Send");
	await see.heading(visitor, "Session Expired");
	await see.text(visitor, "Your session has expired. Please request a new session link.");
	await see.values(visitor, { "What you typed": "Typed for <b>an hour</b>." });
	await expect(messages(visitor)).toHaveCount(0);
});

test("without JavaScript what is being typed stays whichever button is pressed", async ({
	visitor,
	submission,
}) => {
	await storeMessages(submission.id, 60);
	const draft = "Half a <b>message</b>,\nin two lines";
	await visitor.goto(submission.path);
	await fill(visitor, { "Your message": draft });
	for (const [button, last] of [
		["Earlier messages (10)", "Message 10."],
		["Newest messages (50 later)", "Message 60."],
		["Refresh and keep this text", "Message 60."],
		["Extend by an hour", "Message 60."],
	] as const) {
		await press(visitor, button);
		await expect(messages(visitor).last()).toContainText(last);
		await see.values(visitor, { "Your message": draft });
	}
	await see.text(visitor, "You have an hour from now.");
	await expect(visitor).toHaveTitle(/^Conversation with/);
	await endSession(submission.id, -1);
	for (const button of ["Extend by an hour", "Send New Session Link"]) {
		await press(visitor, button);
		await see.heading(visitor, "Session Expired");
		await see.text(visitor, "A new session link is on its way to your address.");
		await see.values(visitor, { "What you typed": draft });
	}
	await endSession(submission.id, MINUTE_MS);
	await visitor.goto(submission.path);
	await see.text(visitor, "Earlier messages (10)");
	await see.noText(visitor, "A new session link is on its way");
});

test("an expired page sends a new link, which opens the same conversation once @once", async ({
	openVisitor,
	form,
	visitor,
}) => {
	const submission = await createVisit(form, { sessionMs: -1 });
	await visitor.goto(submission.path);
	await press(visitor, "Send New Session Link");
	await see.text(visitor, "A new session link is on its way to your address.");
	const link = await linkIn(visitor, submission.email, "Your conversation with Pocket Garden");
	await openLink(visitor, link, "Open the conversation");
	await expect(visitor).toHaveURL(submission.path);
	await expect(visitor.getByLabel("Your message")).toBeVisible();

	const other = await openVisitor();
	await other.goto(link);
	await see.heading(other, "Invalid or expired session extension link");
	await press(other, "Send New Session Link");
	await see.heading(other, "Check Your Email");
	const subject = "Your conversation with Pocket Garden";
	expect(await linkIn(visitor, submission.email, subject)).not.toBe(link);
});

test("without JavaScript the visitor sees when the session ends, and extends it @once", async ({
	form,
	visitor,
}) => {
	const submission = await createVisit(form, { sessionMs: MINUTE_MS });
	await visitor.goto(submission.path);
	const end = visitor.getByText(/^Session open until \d\d:\d\d UTC/);
	const before = await end.innerText();
	await expect(visitor.getByRole("link", { name: "Refresh" })).toBeVisible();
	await press(visitor, "Extend by an hour");
	await see.text(visitor, "You have an hour from now.");
	expect(await end.innerText()).not.toBe(before);
});

test.describe("with JavaScript on both sides", () => {
	test.use({ javaScriptEnabled: true, visitorHasJavaScript: true });

	test("both see what the other writes within two seconds, and keep what they type @once", async ({
		page,
		visitor,
		submission,
	}) => {
		await page.goto(`/admin/conversation/${submission.id}`);
		await visitor.goto(submission.path);
		await expect(visitor.getByRole("timer")).toBeVisible();
		await fill(page, { "Your reply": "A half-written ans" });

		await say(visitor, "Are you there?");
		const asked = messages(page).filter({ hasText: "Are you there?" });
		await expect(asked).toBeVisible({ timeout: LIVE_MS });
		await see.values(page, { "Your reply": "A half-written ans" });

		await fill(visitor, { "Your message": "Hello" });
		await reply(page, "A half-written answer, finished.");
		const answered = messages(visitor).filter({ hasText: "finished." });
		await expect(answered).toBeVisible({ timeout: LIVE_MS });
		await see.values(visitor, { "Your message": "Hello" });
		await say(visitor, "Hello, and thank you.");
		await expect(messages(page).filter({ hasText: "and thank you." })).toBeVisible();
		await see.text(page, "Message sent successfully!");
	});

	test("both begin at the newest message, with the box in view, and go on by Ctrl+Enter @once", async ({
		page,
		visitor,
		submission,
	}) => {
		await storeMessages(submission.id, 46);
		await page.goto(`/admin/conversation/${submission.id}`);
		await visitor.goto(submission.path);
		for (const [reader, box] of [
			[page, "Your reply"],
			[visitor, "Your message"],
		] as const) {
			const field = reader.getByLabel(box);
			await expect(messages(reader).last()).toBeInViewport();
			await expect(field).toBeInViewport({ ratio: 1 });
			await field.fill(`Written as ${box}.`);
			await field.press("Control+Enter");
			const sent = messages(reader).filter({ hasText: `Written as ${box}.` });
			await expect(sent).toBeInViewport();
			await expect(reader.getByText("Message sent successfully!")).toBeInViewport();
			await expect(reader.getByLabel(box)).toBeFocused();
			await expect(reader.getByLabel(box)).toHaveValue("");
		}
	});

	test("times are the reader's own, and the tab counts what came while it was hidden @once", async ({
		browser,
		page,
		visitor,
		submission,
	}) => {
		await page.goto(`/admin/conversation/${submission.id}`);
		await expect(page).toHaveTitle(/^Conversation with/);
		await page.evaluate(() => {
			Object.defineProperty(document, "hidden", { get: () => true, configurable: true });
			document.dispatchEvent(new Event("visibilitychange"));
		});
		await visitor.goto(submission.path);
		for (const [at, text] of ["One.", "Two."].entries()) {
			await say(visitor, text);
			await expect(page).toHaveTitle(new RegExp(`^\\(${at + 1}\\) Conversation with`));
		}
		await page.evaluate(() => {
			Object.defineProperty(document, "hidden", { get: () => false, configurable: true });
			document.dispatchEvent(new Event("visibilitychange"));
		});
		await expect(page).toHaveTitle(/^Conversation with/);

		const far = await browser.newContext({ timezoneId: "Pacific/Kiritimati" });
		const reader = await far.newPage();
		await reader.goto(new URL(submission.path, page.url()).href);
		const time = messages(reader).first().locator("time");
		const at = new Date((await time.getAttribute("datetime")) ?? "");
		const local = at.toLocaleTimeString("en-GB", {
			timeStyle: "short",
			timeZone: "Pacific/Kiritimati",
		});
		await expect(time).toHaveText(local);
		await far.close();
	});

	test("both keep what they type while they read earlier messages and new ones come @once", async ({
		page,
		visitor,
		submission,
	}) => {
		await storeMessages(submission.id, 60);
		await page.goto(`/admin/conversation/${submission.id}`);
		await visitor.goto(submission.path);
		await fill(page, { "Your reply": "Half a reply" });
		await fill(visitor, { "Your message": "Half a message" });
		for (const reader of [page, visitor]) {
			await follow(reader, "Earlier messages (10)");
			await expect(messages(reader)).toHaveCount(10);
			await expect(messages(reader).last()).toContainText("Message 10.");
			await expect(reader).toHaveURL(/\?before=\d+#message-\d+$/);
		}
		await see.values(page, { "Your reply": "Half a reply" });
		await see.values(visitor, { "Your message": "Half a message" });

		await say(visitor, "And a whole one.");
		await follow(page, "Newest messages (51 later)");
		await expect(messages(page).last()).toContainText("And a whole one.");
		await see.values(page, { "Your reply": "Half a reply" });
		await reply(page, "A whole reply.");
		await see.values(page, { "Your reply": "" });
	});

	test("the countdown goes by the server, whatever the phone's clock says @once", async ({
		visitor,
		submission,
	}) => {
		await visitor.clock.setSystemTime(Date.now() + 10 * MINUTE_MS);
		await visitor.goto(submission.path);
		await expect(visitor.getByRole("timer")).toHaveText(/^(60:00|5[5-9]:\d\d) left$/);
	});

	test("the countdown ticks, and what is being typed when it ends stays to be copied @once", async ({
		visitor,
		submission,
	}) => {
		await visitor.goto(submission.path);
		await say(visitor, "First.");
		const timer = visitor.getByRole("timer");
		await expect(timer).toHaveText(/^(60:00|5[5-9]:\d\d) left$/);
		const before = await timer.innerText();
		await expect(timer).not.toHaveText(before);

		await endSession(submission.id, 5_000);
		await visitor.reload();
		await fill(visitor, { "Your message": "Typed until the end" });
		await see.heading(visitor, "Session Expired");
		await see.values(visitor, { "What you typed": "Typed until the end" });
		await expect(messages(visitor)).toHaveCount(0);
	});
});

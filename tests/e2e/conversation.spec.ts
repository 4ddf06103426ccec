import { readMailedLink } from "../kit/browser/e2e.ts";
import {
	answerSum,
	createVisit,
	endSession,
	expect,
	newVisitorEmail,
	openMail,
	type Page,
	test,
} from "../kit/http/visitor.ts";

/** How soon each side sees what the other wrote. */
const LIVE_MS = 2_000;
const MINUTE_MS = 60_000;

function messages(page: Page) {
	return page.getByRole("list", { name: "Messages" }).getByRole("listitem");
}

async function say(page: Page, text: string) {
	await page.getByLabel("Your message").fill(text);
	await page.getByRole("button", { name: "Send", exact: true }).click();
	await expect(messages(page).filter({ hasText: text })).toBeVisible();
}

async function reply(page: Page, text: string) {
	await page.getByLabel("Your reply").fill(text);
	await page.getByRole("button", { name: "Send reply" }).click();
	await expect(messages(page).filter({ hasText: text })).toBeVisible();
}

async function sendForm(page: Page, path: string, email: string) {
	await page.goto(path);
	await page.getByLabel("Name").fill("Ann");
	await page.getByLabel("Email").fill(email);
	await page.getByLabel("Message").fill("It crashes when I water a plant.");
	await page.getByRole("button", { name: "Send" }).click();
	await answerSum(page);
	await expect(page.getByRole("heading", { name: "Check Your Email" })).toBeVisible();
}

/** Opens a link that a mail scanner may have opened before, and presses its one button. */
async function follow(page: Page, link: string, button: string) {
	await page.goto(link);
	await page.reload();
	await expect(page.getByRole("button")).toHaveCount(1);
	await page.getByRole("button", { name: button }).click();
}

test("a visitor asks, the developer answers, and they go on by mail", async ({
	page,
	signInAs,
	factories,
	openVisitor,
	server,
}) => {
	test.setTimeout(60_000);
	const owner = await signInAs({ plan: "pro" });
	const app = await factories.createApp(owner, "Pocket Garden");
	const visitor = await openVisitor();
	const email = newVisitorEmail();

	await page.goto(`/app/${app.appId}/forms/new`);
	await page.getByRole("button", { name: "Publish Form" }).last().click();
	await expect(page.getByRole("heading", { name: "Form Published" })).toBeVisible();
	const address = (await page.locator(".address").innerText()).trim();
	expect(address).toBe(
		`${server.url}/${owner.accountName}/pocket-garden/forms/pocket-garden-support-form`,
	);

	await visitor.goto(address);
	await visitor.getByLabel("Name").fill("Ann");
	await visitor.getByLabel("Email").fill(email.toUpperCase());
	await visitor.getByLabel("Message").fill("It crashes when I water a plant.");
	await visitor.getByRole("button", { name: "Send" }).click();
	await answerSum(visitor, { wrong: true });
	await expect(visitor.getByText("Incorrect captcha answer. Please try again.")).toBeVisible();
	await answerSum(visitor);
	await expect(visitor.getByRole("heading", { name: "Check Your Email" })).toBeVisible();

	const link = await readMailedLink(visitor, email);
	await expect(visitor.getByText("It crashes when I water a plant.")).toHaveCount(0);
	await follow(visitor, link, "Confirm and continue");
	await expect(visitor).toHaveURL(/\/conversation\//);
	const conversation = visitor.url();
	await visitor.getByText("What you asked").click();
	await expect(visitor.getByText("It crashes when I water a plant.")).toBeVisible();
	await say(visitor, "Version 2.1, by the way.");

	await openMail(page, owner.email, `New message for Pocket Garden from ${email}`);
	await expect(page.getByText("It crashes when I water a plant.")).toBeVisible();
	await page.goto("/dashboard");
	await page.getByRole("link", { name: "Submissions of Pocket Garden Support Form" }).click();
	const row = page.getByRole("row", { name: email });
	await expect(row.getByText("New", { exact: true })).toBeVisible();
	await expect(row.getByText("Active Session")).toBeVisible();
	await row.getByRole("link", { name: `Reply to ${email}` }).click();
	await expect(page.getByRole("heading", { name: "Ann" })).toBeVisible();
	await expect(page.getByText("It crashes when I water a plant.")).toBeVisible();
	await expect(messages(page)).toHaveText([/^Version 2\.1, by the way\./]);
	await reply(page, "Thank you, fixed in 2.2.");
	await expect(page.getByText("Message sent successfully!")).toBeVisible();
	await expect(page.getByLabel("Your reply")).toHaveValue("");

	await visitor.getByRole("link", { name: "Refresh" }).click();
	await expect(messages(visitor)).toHaveText([/^Version 2\.1/, /^Thank you, fixed in 2\.2\./]);

	const submissionId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
	await endSession(submissionId, -1);
	await visitor.reload();
	await expect(visitor.getByRole("heading", { name: "Session Expired" })).toBeVisible();
	await expect(visitor.getByText("Thank you, fixed in 2.2.")).toHaveCount(0);

	await reply(page, "Is it gone for you, too?");
	await openMail(visitor, email, "Pocket Garden replied to you");
	await expect(visitor.getByText("Is it gone for you, too?")).toBeVisible();
	const back = await visitor.locator(".mail-text a").first().getAttribute("href");
	await follow(visitor, back ?? "", "Open the conversation");
	await expect(visitor).toHaveURL(conversation);
	await expect(messages(visitor)).toHaveCount(3);
	await say(visitor, "Yes, it is. Thank you!");

	await openMail(page, owner.email, `New message for Pocket Garden from ${email}`);
	await expect(page.getByText("Yes, it is. Thank you!")).toBeVisible();
	await page.locator(".mail-text a").first().click();
	await expect(messages(page).last()).toContainText("Yes, it is. Thank you!");
});

test("a resolved conversation opens again when the visitor writes, a closed one refuses", async ({
	page,
	createOwner,
	openVisitor,
}) => {
	const { form } = await createOwner();
	const visitor = await openVisitor();
	const submission = await createVisit(form);
	await page.goto(`/admin/conversation/${submission.id}`);
	await page.getByLabel("Status").selectOption("Resolved");
	await page.getByRole("button", { name: "Save details" }).click();
	await expect(page.getByText("Submission updated successfully")).toBeVisible();
	await visitor.goto(submission.path);
	await say(visitor, "It came back.");
	await page.reload();
	await expect(page.getByLabel("Status").locator("option:checked")).toHaveText("In progress");

	await visitor.getByLabel("Your message").fill("And again.");
	await page.getByLabel("Status").selectOption("Closed");
	await page.getByRole("button", { name: "Save details" }).click();
	await expect(page.getByText("Submission updated successfully")).toBeVisible();
	await visitor.getByRole("button", { name: "Send", exact: true }).click();
	await expect(visitor.getByText("This conversation is closed.", { exact: true })).toBeVisible();
	await expect(visitor.getByRole("button", { name: "Send", exact: true })).toHaveCount(0);
	await page.reload();
	await expect(messages(page)).toHaveCount(1);
});

test("what was typed when the session ended is kept on the expired page", async ({
	createOwner,
	openVisitor,
}) => {
	const { form } = await createOwner();
	const visitor = await openVisitor();
	const submission = await createVisit(form);
	await visitor.goto(submission.path);
	await say(visitor, "First.");
	await visitor.getByLabel("Your message").fill("Typed for <b>an hour</b>.");
	await endSession(submission.id, -1);
	await visitor.getByRole("button", { name: "Send", exact: true }).click();
	await expect(visitor.getByRole("heading", { name: "Session Expired" })).toBeVisible();
	await expect(
		visitor.getByText("Your session has expired. Please request a new session link."),
	).toBeVisible();
	await expect(visitor.getByLabel("What you typed")).toHaveValue("Typed for <b>an hour</b>.");
	await expect(messages(visitor)).toHaveCount(0);
});

test("an expired page sends a new link, which opens the same conversation once", async ({
	createOwner,
	openVisitor,
}) => {
	const { form } = await createOwner();
	const visitor = await openVisitor();
	const submission = await createVisit(form, { sessionMs: -1 });
	await visitor.goto(submission.path);
	await visitor.getByRole("button", { name: "Send New Session Link" }).click();
	await expect(
		visitor.getByText("A new session link is on its way to your address."),
	).toBeVisible();
	await openMail(visitor, submission.email, "Your conversation with Pocket Garden");
	const link = (await visitor.locator(".mail-text a").first().getAttribute("href")) ?? "";
	await follow(visitor, link, "Open the conversation");
	await expect(visitor).toHaveURL(submission.path);
	await expect(visitor.getByLabel("Your message")).toBeVisible();

	const other = await openVisitor();
	await other.goto(link);
	await expect(
		other.getByRole("heading", { name: "Invalid or expired session extension link" }),
	).toBeVisible();
	await other.getByRole("button", { name: "Send New Session Link" }).click();
	await expect(other.getByRole("heading", { name: "Check Your Email" })).toBeVisible();
	await openMail(visitor, submission.email, "Your conversation with Pocket Garden");
	const second = await visitor.locator(".mail-text a").first().getAttribute("href");
	expect(second).not.toBe(link);
});

test("a conversation gets three session links in an hour", async ({ createOwner, openVisitor }) => {
	const { form } = await createOwner();
	const visitor = await openVisitor();
	const submission = await createVisit(form, { sessionMs: -1 });
	await visitor.goto(submission.path);
	const sent = visitor.getByText("A new session link is on its way to your address.");
	const refused = visitor.getByText("We have sent you three links within the hour.");
	for (let n = 0; n < 3; n += 1) {
		await visitor.getByRole("button", { name: "Send New Session Link" }).click();
		await expect(sent).toBeVisible();
	}
	await visitor.getByRole("button", { name: "Send New Session Link" }).click();
	await expect(refused).toBeVisible();
});

test("a verification link used twice says so and leads to a new session link", async ({
	createOwner,
	openVisitor,
}) => {
	const { form } = await createOwner();
	const visitor = await openVisitor();
	const submission = await createVisit(form, { sessionMs: -1 });
	await visitor.goto(submission.link);
	await expect(
		visitor.getByRole("heading", { name: "Invalid or expired verification link" }),
	).toBeVisible();
	await expect(visitor.getByText("This email address is already verified.")).toBeVisible();
	await visitor.getByRole("button", { name: "Send New Session Link" }).click();
	await expect(visitor.getByRole("heading", { name: "Check Your Email" })).toBeVisible();
	await openMail(visitor, submission.email, "Your conversation with Pocket Garden");
});

test("links and addresses that a mail program cut short open nothing", async ({
	createOwner,
	openVisitor,
}) => {
	const { form } = await createOwner();
	const visitor = await openVisitor();
	const unverified = await createVisit(form, { verified: false });
	const submission = await createVisit(form);
	await visitor.goto(unverified.link.replace(/&token=.*/, ""));
	await expect(visitor.getByRole("heading", { name: "Invalid verification link" })).toBeVisible();
	await visitor.goto(unverified.link.slice(0, -3));
	await expect(
		visitor.getByRole("heading", { name: "Invalid or expired verification link" }),
	).toBeVisible();
	await visitor.goto("/extend-session?id=1");
	await expect(
		visitor.getByRole("heading", { name: "Invalid session extension link" }),
	).toBeVisible();
	for (const path of [
		submission.path.slice(0, -3),
		`/conversation/${submission.id}`,
		"/conversation/x",
	]) {
		const response = await visitor.goto(path);
		expect(response?.status()).toBe(404);
		await expect(visitor.getByRole("heading", { name: "Conversation Not Found" })).toBeVisible();
		await expect(visitor.getByText("It crashes")).toHaveCount(0);
	}
});

test("somebody whose address was abused says so and gets no more mail", async ({
	createOwner,
	openVisitor,
}) => {
	const { form } = await createOwner();
	const visitor = await openVisitor();
	const email = newVisitorEmail();
	await sendForm(visitor, form.path, email);
	await openMail(visitor, email, "Confirm your message to Pocket Garden");
	const link = (await visitor.locator(".mail-text a").first().getAttribute("href")) ?? "";
	await visitor.locator(".mail-text a", { hasText: "/refuse?" }).click();
	await expect(visitor.getByRole("heading", { name: "This wasn't you?" })).toBeVisible();
	await visitor.getByRole("button", { name: "Don't write to me again" }).click();
	await expect(visitor.getByRole("heading", { name: "Done" })).toBeVisible();
	await visitor.goto(link);
	await expect(
		visitor.getByRole("heading", { name: "Invalid or expired verification link" }),
	).toBeVisible();
	await sendForm(visitor, form.path, email);
	await visitor.goto("/local/mailbox");
	await expect(visitor.locator("li", { hasText: `To ${email}` })).toHaveCount(1);
});

test("without JavaScript the visitor sees when the session ends, and extends it", async ({
	createOwner,
	openVisitor,
}) => {
	const { form } = await createOwner();
	const visitor = await openVisitor();
	const submission = await createVisit(form, { sessionMs: MINUTE_MS });
	await visitor.goto(submission.path);
	const end = visitor.getByText(/^Session open until \d+ \w+ \d{4}, \d\d:\d\d UTC/);
	const before = await end.innerText();
	await expect(visitor.getByRole("link", { name: "Refresh" })).toBeVisible();
	await visitor.getByRole("button", { name: "Extend by an hour" }).click();
	await expect(visitor.getByText("You have an hour from now.")).toBeVisible();
	expect(await end.innerText()).not.toBe(before);
});

test("a stranger's submission is not found, and a signed-out owner logs in first", async ({
	page,
	signInAs,
	createOwner,
	openVisitor,
}) => {
	const { form } = await createOwner();
	const visitor = await openVisitor();
	const submission = await createVisit(form);
	await visitor.goto(`/admin/conversation/${submission.id}`);
	await expect(visitor.getByRole("heading", { name: "Please Log In" })).toBeVisible();
	await page.context().clearCookies();
	await signInAs({ plan: "pro" });
	const response = await page.goto(`/admin/conversation/${submission.id}`);
	expect(response?.status()).toBe(404);
	await expect(page.getByRole("heading", { name: "Submission not found" })).toBeVisible();
});

test.describe("with JavaScript on both sides", () => {
	test.use({ javaScriptEnabled: true });

	test("both see what the other writes within two seconds, and keep what they type", async ({
		page,
		createOwner,
		openVisitor,
	}) => {
		const { form } = await createOwner();
		const visitor = await openVisitor({ javaScriptEnabled: true });
		const submission = await createVisit(form);
		await page.goto(`/admin/conversation/${submission.id}`);
		await visitor.goto(submission.path);
		await expect(visitor.getByRole("timer")).toBeVisible();
		await page.getByLabel("Your reply").fill("A half-written ans");

		await say(visitor, "Are you there?");
		await expect(messages(page).filter({ hasText: "Are you there?" })).toBeVisible({
			timeout: LIVE_MS,
		});
		await expect(page.getByLabel("Your reply")).toHaveValue("A half-written ans");

		await visitor.getByLabel("Your message").fill("Hello");
		await reply(page, "A half-written answer, finished.");
		await expect(messages(visitor).filter({ hasText: "finished." })).toBeVisible({
			timeout: LIVE_MS,
		});
		await expect(visitor.getByLabel("Your message")).toHaveValue("Hello");
		await say(visitor, "Hello, and thank you.");
		await expect(messages(page).filter({ hasText: "and thank you." })).toBeVisible();
		await expect(page.getByText("Message sent successfully!")).toBeVisible();
	});

	test("the countdown goes by the server, whatever the phone's clock says", async ({
		createOwner,
		openVisitor,
	}) => {
		const { form } = await createOwner();
		const visitor = await openVisitor({ javaScriptEnabled: true });
		const submission = await createVisit(form);
		await visitor.clock.setSystemTime(Date.now() + 10 * MINUTE_MS);
		await visitor.goto(submission.path);
		await expect(visitor.getByRole("timer")).toHaveText(/^(60:00|59:\d\d) left$/);
	});

	test("the countdown ticks, and what is being typed when it ends stays to be copied", async ({
		createOwner,
		openVisitor,
	}) => {
		const { form } = await createOwner();
		const visitor = await openVisitor({ javaScriptEnabled: true });
		const submission = await createVisit(form);
		await visitor.goto(submission.path);
		await say(visitor, "First.");
		const timer = visitor.getByRole("timer");
		await expect(timer).toHaveText(/^(60:00|59:\d\d) left$/);
		const before = await timer.innerText();
		await expect(timer).not.toHaveText(before);

		await endSession(submission.id, 5_000);
		await visitor.reload();
		await visitor.getByLabel("Your message").fill("Typed until the end");
		await expect(visitor.getByRole("heading", { name: "Session Expired" })).toBeVisible({
			timeout: 10_000,
		});
		await expect(visitor.getByLabel("What you typed")).toHaveValue("Typed until the end");
		await expect(messages(visitor)).toHaveCount(0);
	});
});

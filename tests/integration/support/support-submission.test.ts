import { beforeEach, describe, expect, test } from "vitest";
import type { UserAccess } from "#app/accounts/access.server.ts";
import { deleteAccount } from "#app/accounts/account-deletion.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { mailboxKey } from "#app/platform/mail/unsolicited.server.ts";
import { HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { readActiveSupportForm } from "#app/support/support-form.server.ts";
import { freshEmail, mailTo } from "../../kit/mailed.ts";
import { readDatabase } from "../../kit/read-database.ts";
import { retryAfter } from "../../kit/refusal.ts";
import { withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import {
	alterSupportForm,
	sendSupport,
	supportAnswers,
	supportSent,
} from "../../kit/world/support.ts";
import { createUser, PASSWORD } from "../../kit/world/user.ts";

let advance: (ms: number) => void;

beforeEach(async () => {
	advance = stopClock();
	await alterSupportForm({ isActive: true, notificationEmail: null, autoReplyEnabled: true });
});

function sendAs(email: string, user: UserAccess | null = null) {
	return sendSupport({ values: supportAnswers({ email }) }, user);
}

/** Puts an address on the list of those that asked to be left alone. */
function suppress(email: string) {
	const data = { emailKey: mailboxKey(email), createdAt: new Date() };
	return transaction((tx) => tx.suppressedAddress.create({ data }));
}

/** The submissions of an address, as they are stored. */
function stored(email: string) {
	return transaction((tx) => tx.supportSubmission.findMany({ where: { email } }));
}

/** The notice that the operators got of a message from an address. */
async function noticeOf(email: string, to = env.supportEmail) {
	const notices = await mailTo(to);
	return notices.filter(({ subject }) => subject?.startsWith(`Support request from ${email} (`));
}

describe("the form that the site begins with", () => {
	test("asks for name, address, subject and message, and is active", async () => {
		const form = await readActiveSupportForm(null);
		expect(form).toMatchObject({ title: "Contact Support", known: [] });
		expect(form?.fields.map(({ label, type, required }) => [label, type, required])).toEqual([
			["Name", "text", true],
			["Email", "email", true],
			["Subject", "text", true],
			["Message", "textarea", true],
		]);
	});

	test("has its dates in the shape that the app writes", async () => {
		await sendSupport();
		const { SupportForm, SupportSubmission } = readDatabase();
		const shape = (row: unknown) => (row as { createdAt: string }).createdAt.replaceAll(/\d/g, "0");
		expect(shape(SupportForm?.[0])).toBe(shape(SupportSubmission?.[0]));
		const row = await transaction((tx) => tx.supportForm.findFirstOrThrow());
		expect(row.createdAt.toISOString()).toBe("2026-11-21T11:10:00.000Z");
	});

	test("knows the name and the address of whoever is signed in", async () => {
		const user = await createUser();
		await transaction((tx) =>
			tx.user.update({ where: { id: user.userId }, data: { fullName: "Ada Lovelace" } }),
		);
		const form = await readActiveSupportForm(user);
		expect(form?.known).toEqual([
			["name", "Ada Lovelace"],
			["email", user.email],
		]);
	});
});

describe("a message to support", () => {
	test("is stored with its answers and mailed to the operators, who answer by mail", async () => {
		const email = freshEmail();
		expect(await sendAs(email.toUpperCase())).toMatchObject({ step: "sent" });
		const submissions = await stored(email);
		const added = { status: "new", priority: "normal", tags: "[]", notes: "" };
		expect(submissions).toMatchObject([{ userId: null, email, name: "Ada", ...added }]);
		const [submission] = submissions;
		expect(JSON.parse(submission?.answers ?? "")).toEqual([
			{ id: "name", type: "text", label: "Name", value: "Ada" },
			{ id: "email", type: "email", label: "Email", value: email.toUpperCase() },
			{ id: "subject", type: "text", label: "Subject", value: "An address" },
			{ id: "message", type: "textarea", label: "Message", value: "How do I move my app?" },
		]);
		const [notice, ...more] = await noticeOf(email);
		expect(more).toEqual([]);
		expect(notice?.replyTo).toBe(email);
		expect(notice?.text).toContain(`/admin/support/${submission?.id}\n`);
		expect(notice?.text).toContain("How do I move my app?");
	});

	test("goes to the form's own notification address where there is one", async () => {
		const desk = freshEmail();
		await alterSupportForm({ notificationEmail: desk });
		const email = freshEmail();
		await sendAs(email);
		expect(await noticeOf(email, desk)).toHaveLength(1);
		expect(await noticeOf(email)).toHaveLength(0);
	});

	test("is answered at once with its number and no word of the visitor's", async () => {
		await alterSupportForm({
			autoReplyTemplate: "Got it: {{submission_id}} & {{ submission_id }}.\n\nYours <b>truly</b>",
		});
		const email = freshEmail();
		const values = supportAnswers({ email, name: "Buy-now", message: "Cheap pills" });
		await sendSupport({ values });
		const [submission] = await stored(email);
		const [reply] = await mailTo(email);
		expect(reply?.text).toContain(`Got it: ${submission?.number} & ${submission?.number}.`);
		expect(reply?.html).toContain("&amp;");
		expect(reply?.html).toContain("Yours &lt;b&gt;truly&lt;/b&gt;");
		expect(reply?.replyTo).toBe(env.supportEmail);
		for (const text of [reply?.text, reply?.html, reply?.subject]) {
			expect(text).not.toMatch(/Buy-now|Cheap pills|An address/);
		}
	});

	test.each<[string, (email: string) => Promise<unknown>]>([
		["while that is off", () => alterSupportForm({ autoReplyEnabled: false })],
		["when its address asked to be left alone", suppress],
	])("gets no automatic reply %s, and arrives", async (_when, prepare) => {
		const email = freshEmail();
		await prepare(email);
		expect(await sendAs(email)).toMatchObject({ step: "sent" });
		expect(await mailTo(email)).toEqual([]);
		expect(await noticeOf(email)).toHaveLength(1);
	});

	test("carries the account of whoever is signed in, and Pro's goes before others", async () => {
		for (const [plan, priority] of [
			["free", "normal"],
			["basic", "normal"],
			["pro", "high"],
		] as const) {
			const user = await createUser({ plan });
			await sendAs(user.email, user);
			expect(await stored(user.email)).toMatchObject([{ userId: user.userId, priority }]);
		}
	});

	test("keeps what people typed out of the headers and out of the HTML", async () => {
		const email = freshEmail();
		const message = '<script>alert(1)</script> & "more"';
		await sendSupport({ values: supportAnswers({ email, message, name: "A\r\nBcc: x@y.zz" }) });
		const [notice] = await noticeOf(email);
		expect(notice?.html).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;more&quot;");
		expect(notice?.html).not.toContain("<script");
		expect(`${notice?.subject}${notice?.replyTo}`).not.toMatch(/[\r\n]/);
		expect((await stored(email))[0]?.name).toBe("A Bcc: x@y.zz");
	});

	test("with faults tells each at its field, and leaves nothing", async () => {
		const values = new Map([
			["name", "  "],
			["email", "nobody"],
			["unknown", "x"],
		]);
		expect(await withoutChange(() => sendSupport({ values }))).toEqual({
			step: "errors",
			errors: new Map([
				["name", "Name is required"],
				["email", "Please enter a valid email address"],
				["subject", "Subject is required"],
				["message", "Message is required"],
			]),
		});
	});

	test("of a program, with the hidden field filled in, gets a person's answer and leaves nothing", async () => {
		const honeypot = "https://spam.example";
		expect(await withoutChange(() => sendSupport({ honeypot }))).toMatchObject({ step: "sent" });
	});

	test("to a form that was changed or closed meanwhile, or from no page of ours, leaves nothing", async () => {
		for (const revision of ["0", "2", "", "one"]) {
			expect(await withoutChange(() => sendSupport({ revision }))).toEqual({ step: "changed" });
		}
		for (const requestId of ["", "made-up"]) {
			expect(await withoutChange(() => sendSupport({ requestId }))).toMatchObject({
				step: "refused",
				refusal: { message: "This page is out of date. Please reload it and try again." },
			});
		}
		await alterSupportForm({ isActive: false });
		expect(await readActiveSupportForm(null)).toBeNull();
		expect(await withoutChange(() => sendSupport())).toMatchObject({ step: "closed" });
	});

	test("sent 30 times at once is one; from the same page with other words it is another", async () => {
		const email = freshEmail();
		const sent = await supportSent({ values: supportAnswers({ email }) });
		const steps = await Promise.all(Array.from({ length: 30 }, () => sendSupport(sent)));
		expect(steps).toEqual(Array(30).fill({ step: "sent", number: expect.any(Number) }));
		expect(steps).toEqual(Array(30).fill(steps[0]));
		expect(await stored(email)).toHaveLength(1);
		expect(await mailTo(email)).toHaveLength(1);
		expect(await noticeOf(email)).toHaveLength(1);
		const values = new Map([...sent.values, ["message", "And one more thing."]]);
		expect(await sendSupport({ ...sent, values })).toMatchObject({ step: "sent" });
		expect(await stored(email)).toHaveLength(2);
	});
});

describe("too many messages", () => {
	test("of one address are refused from the fourth in an hour on, in any spelling", async () => {
		const email = freshEmail();
		for (const spelling of [email, email.toUpperCase(), ` ${email} `]) {
			expect(await sendAs(spelling)).toMatchObject({ step: "sent" });
			advance(MINUTE_MS);
		}
		expect(retryAfter(await withoutChange(() => sendAs(email)))).toBe(57 * 60);
		expect(await sendAs(freshEmail())).toMatchObject({ step: "sent" });
		advance(57 * MINUTE_MS);
		expect(await sendAs(email)).toMatchObject({ step: "sent" });
	});

	test("of one client are mailed to the operators ten times, and refused from the 61st in an hour on", async () => {
		const [clientAddress, notificationEmail] = [`one client ${freshEmail()}`, freshEmail()];
		await alterSupportForm({ notificationEmail });
		for (let at = 0; at < 60; at += 1) {
			expect(await sendSupport({ clientAddress })).toMatchObject({ step: "sent" });
		}
		expect(await mailTo(notificationEmail)).toHaveLength(10);
		expect(retryAfter(await sendSupport({ clientAddress }))).toBe(3600);
		expect(await sendSupport()).toMatchObject({ step: "sent" });
		advance(HOUR_MS);
		expect(await sendSupport({ clientAddress })).toMatchObject({ step: "sent" });
	});

	test("to a mailbox that had its ten mails arrive without a reply, with or without a tag", async () => {
		const mailbox = freshEmail("+TAG");
		for (let at = 0; at < 10; at += 1) {
			const email = mailbox.replace("+TAG", `+${at}`);
			await sendAs(email);
			expect(await mailTo(email)).toHaveLength(1);
		}
		const eleventh = mailbox.replace("+TAG", "");
		expect(await sendAs(eleventh)).toMatchObject({ step: "sent" });
		expect(await stored(eleventh)).toHaveLength(1);
		expect(await noticeOf(eleventh)).toHaveLength(1);
		expect(await mailTo(eleventh)).toEqual([]);
		advance(HOUR_MS);
		await sendAs(eleventh);
		expect(await mailTo(eleventh)).toHaveLength(1);
	});
});

test("a deleted account takes along what it wrote to support, and nobody else's", async () => {
	const user = await createUser();
	const other = await createUser();
	await sendAs(user.email, user);
	await sendAs(other.email, other);
	await deleteAccount(user, { current_password: PASSWORD });
	expect(await stored(user.email)).toEqual([]);
	expect(await noticeOf(user.email)).toEqual([]);
	expect((await mailTo(user.email)).map(({ subject }) => subject)).not.toContain(
		"We received your message",
	);
	expect(await stored(other.email)).toHaveLength(1);
	expect(await noticeOf(other.email)).toHaveLength(1);
	expect(await mailTo(other.email)).toHaveLength(1);
});

test("a number is nobody else's once its message is gone", async () => {
	const user = await createUser();
	await sendAs(user.email, user);
	const [{ number } = { number: null }] = await stored(user.email);
	await deleteAccount(user, { current_password: PASSWORD });
	const other = await createUser();
	await sendAs(other.email, other);
	expect((await stored(other.email))[0]?.number).toBe(Number(number) + 1);
});

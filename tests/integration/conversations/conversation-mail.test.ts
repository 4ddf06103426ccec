import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { extendSession, requestSession } from "#app/conversations/conversation-session.server.ts";
import { readSubmission } from "#app/conversations/submission-details.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { decode } from "../../kit/http/html.ts";
import { mailRows, sendDueMail } from "../../kit/jobs.ts";
import type { Answer, PostedMail } from "../../kit/stand-ins/postmark.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import {
	answererOf,
	ask,
	createConversation,
	createDesk,
	mailedLink,
	reply,
	submitForm,
} from "../../kit/world/conversation.ts";
import type { TestUser } from "../../kit/world/user.ts";

/** Hosted mode, with Postmark's address led to a server of this test, before the app is loaded. */
const postmark = await vi.hoisted(async () =>
	(await import("../../kit/process/host-with.ts")).hostWithPostmark(),
);

type Row = {
	kind: string;
	dueAt: string | null;
	sentAt: string | null;
	failedAt: string | null;
};

const OK: Answer = { status: 200 };
const DOWN: Answer = { status: 500, ErrorCode: 0, Message: "Internal server error" };
const BUSY: Answer = { status: 429, ErrorCode: 429, Message: "Rate limit exceeded" };
const INACTIVE: Answer = {
	status: 422,
	ErrorCode: 406,
	Message:
		"You tried to send to recipient(s) that have been marked as inactive. Found inactive addresses: gone@example.com.",
};

let owner: TestUser;
let app: AppAccess;
let form: { slug: string };
let advance: (ms: number) => void;

beforeEach(async () => {
	advance = stopClock();
	postmark.answer = () => OK;
	postmark.posted.length = 0;
	postmark.accepted.length = 0;
	await transaction((tx) => tx.outboxMail.deleteMany());
	({ owner, app, form } = await createDesk());
});

afterAll(() => postmark.stop());

/** Returns the mails of a conversation that its owner sees as undelivered. */
async function undeliveredOf(talk: { id: string }) {
	return (await readSubmission(await answererOf(owner, talk))).undelivered;
}

function waiting(): Row[] {
	return mailRows<Row>().filter((row) => !row.sentAt && !row.failedAt);
}

async function sendAllDue(): Promise<void> {
	while ((await sendDueMail()) > 0);
}

/** Sends what is due, and lets time pass to the next attempt, until no mail is left to send. */
async function sendUntilSettled({ workers = 1 } = {}): Promise<void> {
	for (let round = 0; round < 100; round += 1) {
		await Promise.all(Array.from({ length: workers }, sendAllDue));
		const next = Math.min(...waiting().map((row) => Date.parse(row.dueAt ?? "")));
		if (next === Number.POSITIVE_INFINITY) return;
		advance(Math.max(next - clock.now().getTime(), MINUTE_MS));
	}
	throw new Error("The outbox does not settle");
}

function subjects(mails: PostedMail[]): string[] {
	return mails.map(({ Subject }) => Subject);
}

/** A conversation that has four mails: the verification, a notice, a session link, a reply. */
async function createMails(email?: string) {
	const talk = await createConversation(app, form, email ? { email } : {});
	await requestSession(talk.visitor);
	advance(HOUR_MS);
	await reply(owner, talk, "Here is your answer");
	const expected = [
		"Confirm your message to Pocket Garden",
		"Vera Visitor wrote to Pocket Garden",
		"Your conversation with Pocket Garden",
		"Your message to Pocket Garden",
	];
	return { ...talk, expected };
}

/** Lets Postmark work again, and expects these mails in their order. */
async function expectRest(expected: string[]): Promise<void> {
	postmark.answer = () => OK;
	await sendUntilSettled();
	expect(subjects(postmark.accepted)).toEqual(expected);
}

describe("the mails of a conversation", () => {
	test("arrive at whom they are for, with a word on where to answer, and no copy", async () => {
		const { email, expected } = await createMails();
		await sendUntilSettled();
		expect(subjects(postmark.accepted)).toEqual(expected);
		expect(postmark.accepted.map(({ To }) => To)).toEqual([email, owner.email, email, email]);
		for (const mail of postmark.posted) {
			expect(mail.From).toBe(`"Pocket Garden via Smallprint" <hello@smallprint.test>`);
			expect(Object.keys(mail)).not.toContain("Cc");
			expect(Object.keys(mail)).not.toContain("Bcc");
			for (const header of [mail.To, mail.Subject, mail.From]) expect(header).not.toMatch(/[\r\n]/);
			expect(mail.TextBody).toContain("Please don't reply to this mail");
			expect(decode(mail.HtmlBody)).toContain("Please don't reply to this mail");
		}
	});

	test.each<[string, Answer]>([
		["answers 500", DOWN],
		["answers 429", BUSY],
		["breaks off", "drop"],
	])("wait in their order while Postmark %s, and leave in it", async (_what, answer) => {
		const { expected } = await createMails();
		postmark.answer = () => answer;
		await sendAllDue();
		expect(subjects(postmark.posted)).toEqual(expected.slice(0, 1));
		advance(MINUTE_MS);
		await sendAllDue();
		expect(subjects(postmark.posted)).toEqual([expected[0], expected[0]]);
		await expectRest(expected);
	});

	test("do not overtake one that another worker has at Postmark just now", async () => {
		const { expected } = await createMails();
		const held = Promise.withResolvers<Answer>();
		postmark.answer = () => held.promise;
		const slowWorker = sendDueMail();
		await expect.poll(() => postmark.posted.length).toBe(1);
		expect(await sendDueMail()).toBe(0);
		held.resolve(OK);
		await slowWorker;
		await expectRest(expected);
	});

	test("hold up no other conversation, however many wait", async () => {
		const stuck = [];
		for (let n = 0; n < 11; n += 1) stuck.push(await createMails());
		const stuckAddresses = new Set(stuck.map(({ email }) => email));
		const other = await submitForm(app, form);
		postmark.answer = ({ To }) => (stuckAddresses.has(To) ? DOWN : OK);
		await sendAllDue();
		expect(postmark.posted).toHaveLength(12);
		expect(postmark.accepted.map(({ To }) => To)).toEqual([other.email]);
	});
});

describe("a mail that can never be delivered", () => {
	test("lets the later ones of its conversation go, and is shown to the owner", async () => {
		const talk = await createMails("gone@example.com");
		postmark.answer = ({ To, Subject }) =>
			To === talk.email && Subject.startsWith("Your message") ? INACTIVE : OK;
		await sendUntilSettled();
		expect(await undeliveredOf(talk)).toEqual([
			{ kind: "reply", reason: INACTIVE.Message, at: clock.now(), wasSent: false },
		]);
		await requestSession(talk.visitor);
		await sendUntilSettled();
		expect(subjects(postmark.accepted).at(-1)).toBe("Your conversation with Pocket Garden");
	});

	test("is shown in its own conversation only, and a mail that arrived is not", async () => {
		const one = await submitForm(app, form, { email: "gone@example.com" });
		const other = await createMails();
		postmark.answer = ({ To }) => (To === one.email ? INACTIVE : OK);
		await sendUntilSettled();
		expect(await undeliveredOf(one)).toMatchObject([{ kind: "verify-submission" }]);
		expect(await undeliveredOf(other)).toEqual([]);
	});

	test("because of three bad days is shown as well, with the last reason", async () => {
		const talk = await submitForm(app, form);
		postmark.answer = () => DOWN;
		await sendAllDue();
		expect(await undeliveredOf(talk)).toEqual([]);
		await sendUntilSettled();
		const undelivered = await undeliveredOf(talk);
		expect(undelivered).toMatchObject([{ kind: "verify-submission", reason: DOWN.Message }]);
		expect(undelivered[0]?.at.getTime()).toBeGreaterThanOrEqual(
			new Date("2026-11-21T08:00:00.000Z").getTime() + 3 * DAY_MS,
		);
	});
});

describe("a bad day at Postmark", () => {
	test("loses no mail, sends none twice, and keeps each conversation's order", async () => {
		const talks = [];
		for (let n = 0; n < 12; n += 1) talks.push(await createMails());
		const bad: Answer[] = [DOWN, BUSY, "drop", { status: 503 }];
		const tries = new Map<string, number>();
		postmark.answer = ({ Metadata: { outbox_id } }) => {
			const before = tries.get(outbox_id) ?? 0;
			tries.set(outbox_id, before + 1);
			// Mails differ in how often they fail, from never to three times.
			const failures = Number.parseInt(outbox_id.slice(-1), 16) % 4;
			return before < failures ? (bad[(tries.size + before) % bad.length] ?? OK) : OK;
		};
		await sendUntilSettled({ workers: 2 });
		const ids = postmark.accepted.map(({ Metadata }) => Metadata.outbox_id);
		expect(ids).toHaveLength(48);
		expect(new Set(ids).size).toBe(48);
		for (const { email, expected } of talks) {
			const own = postmark.accepted.filter(
				({ To, TextBody }) => To === email || TextBody.includes(email),
			);
			expect(subjects(own)).toEqual(expected);
		}
	});

	test("leaves the story whole: the reply's link opens once the mail got through", async () => {
		const talk = await createConversation(app, form);
		advance(2 * HOUR_MS);
		postmark.answer = () => DOWN;
		await reply(owner, talk, "Here is your answer");
		await sendAllDue();
		postmark.answer = () => OK;
		advance(MINUTE_MS);
		await sendUntilSettled();
		const link = await mailedLink(talk.email);
		const answer = postmark.accepted.at(-1);
		expect(answer?.TextBody).toContain(`token=${link.token}`);
		expect(await extendSession(link.id, link.token)).toBe(talk.token);
		await ask(talk, "Thanks");
		await sendUntilSettled();
		expect(subjects(postmark.accepted)).toEqual([
			"Confirm your message to Pocket Garden",
			"Vera Visitor wrote to Pocket Garden",
			"Your message to Pocket Garden",
			"Re: Vera Visitor wrote to Pocket Garden",
		]);
	});
});

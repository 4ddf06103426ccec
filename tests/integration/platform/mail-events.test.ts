import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import {
	askForProof,
	confirmEmailChange,
	readEmailChange,
} from "#app/accounts/email-change.server.ts";
import { extendSession, requestSession } from "#app/conversations/conversation-session.server.ts";
import { readSubmission } from "#app/conversations/submission-details.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { receiveMailEvent } from "#app/platform/mail/mail-event.server.ts";
import { readMailEvent } from "#app/platform/mail/mail-event.ts";
import { readUndeliverable } from "#app/platform/mail/undeliverable.sql.ts";
import { requirePostmark } from "#app/platform/mail/webhook-secret.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import { mailRows, sendDueMail } from "../../kit/jobs.ts";
import { mailedToken } from "../../kit/mailed.ts";
import { readDatabase } from "../../kit/read-database.ts";
import {
	bounceEvent,
	complaintEvent,
	reactivationEvent,
} from "../../kit/stand-ins/postmark-events.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import {
	answererOf,
	createConversation,
	createDesk,
	mailedLink,
	reply,
} from "../../kit/world/conversation.ts";
import { enqueueLetter } from "../../kit/world/mail.ts";

/** Hosted mode, with Postmark's address led to a server of this test, before the app is loaded. */
const postmark = await vi.hoisted(async () =>
	(await import("../../kit/process/host-with.ts")).hostWithPostmark(),
);

const JANE = "jane@example.com";
const FULL = { Type: "SoftBounce", Name: "Soft bounce", Details: "Mailbox full", Inactive: false };
const NO_USER = "Hard bounce: Test bounce details";

let advance: (ms: number) => void;

beforeEach(async () => {
	advance = stopClock();
	postmark.answer = () => ({ status: 200 });
	postmark.posted.length = 0;
	await transaction(async (tx) => {
		await tx.outboxMail.deleteMany();
		await tx.undeliverableMailbox.deleteMany();
	});
});

afterAll(() => postmark.stop());

async function receive(record: Record<string, unknown>) {
	const event = readMailEvent(record);
	return event && receiveMailEvent(event);
}

/** Sends every due mail, and returns to whom mail was posted. */
async function sendAll(): Promise<string[]> {
	postmark.posted.length = 0;
	while ((await sendDueMail()) > 0);
	return postmark.posted.map(({ To }) => To);
}

/** Sends a mail to an address. Returns how an event names it. */
async function sent(to = JANE) {
	await enqueueLetter({ to });
	await sendAll();
	const mail = mailRows().at(-1);
	return { MessageID: mail?.messageId, Metadata: { outbox_id: mail?.id } };
}

function lastRow() {
	return mailRows().at(-1);
}

test("no event is taken while no secret is set", () => {
	const request = new Request("https://smallprint.test/postmark/events", { method: "POST" });
	expect(() => requirePostmark(request)).toThrow(expect.objectContaining({ status: 404 }));
});

describe("a mail that came back", () => {
	test.each([
		["by our own id", ({ Metadata }: Awaited<ReturnType<typeof sent>>) => ({ Metadata })],
		[
			"by Postmark's",
			({ MessageID }: Awaited<ReturnType<typeof sent>>) => ({ MessageID, Metadata: {} }),
		],
	])("is found %s, and says why", async (_what, named) => {
		expect(await receive(bounceEvent(named(await sent())))).toBe("stored");
		expect(lastRow()).toMatchObject({
			sentAt: expect.any(String),
			failedAt: expect.any(String),
			lastError: NO_USER,
		});
		expect(readUndeliverable(JANE)).toMatchObject({ kind: "bounce", reason: NO_USER });
	});

	test("from a full mailbox fails alone: the next is sent there", async () => {
		await receive(bounceEvent({ ...(await sent()), ...FULL }));
		expect(lastRow()?.lastError).toBe("Soft bounce: Mailbox full");
		expect(readUndeliverable(JANE)).toBeNull();
		await enqueueLetter({ to: JANE });
		expect(await sendAll()).toEqual([JANE]);
	});

	test("and a mail that was called spam ends the mail to that mailbox alone, +tags included", async () => {
		await receive(complaintEvent(await sent("jane+a@example.com")));
		await enqueueLetter({ to: "Jane+b@example.com" });
		await enqueueLetter({ to: "tom@example.com" });
		expect(await sendAll()).toEqual(["tom@example.com"]);
		expect(mailRows().at(-2)).toMatchObject({
			...{ attempts: 1, dueAt: null, failedAt: expect.any(String) },
			lastError: "Not sent: earlier mail to this mailbox came back, or its holder called it spam.",
		});
	});

	test("is told once, though Postmark posts ten times at once, and again after a proof", async () => {
		const record = bounceEvent(await sent());
		await Promise.all(Array.from({ length: 10 }, () => receive(record)));
		const once = readDatabase();
		await receive(record);
		expect(readDatabase()).toEqual(once);
		await receive(reactivationEvent("JANE@example.com"));
		expect(readUndeliverable(JANE)).toBeNull();
		await receive(record);
		expect(readUndeliverable(JANE)).toBeNull();
	});

	test("before the worker has noted that it left is to be told again", async () => {
		const { promise: held, resolve: release } = Promise.withResolvers<{ status: number }>();
		postmark.answer = () => held;
		await enqueueLetter({ to: JANE });
		const sending = sendDueMail();
		await expect.poll(() => postmark.posted.length).toBe(1);
		const record = bounceEvent({ Metadata: postmark.posted[0]?.Metadata });
		expect(await receive(record)).toBe("early");
		release({ status: 200 });
		await sending;
		expect(await receive(record)).toBe("stored");
		expect(lastRow()?.lastError).toBe(NO_USER);
	});

	test.each<[string, () => Record<string, unknown>]>([
		["of another server", () => bounceEvent({ Email: JANE })],
		["of another database", () => bounceEvent({ Metadata: { outbox_id: "0199" }, Email: JANE })],
	])("but is one %s changes nothing", async (_what, record) => {
		await sent();
		const before = readDatabase();
		expect(await receive(record())).toBe("stored");
		expect(readDatabase()).toEqual(before);
	});
});

test("a mailbox that Postmark calls inactive gets no more mail that nobody asked for", async () => {
	postmark.answer = () => ({ status: 422, ErrorCode: 406, Message: `Found inactive: ${JANE}.` });
	await enqueueLetter({ to: JANE });
	await sendAll();
	expect(readUndeliverable(JANE)?.reason).toBe("Found inactive: (address)");
	await enqueueLetter({ to: JANE });
	expect(await sendAll()).toEqual([]);
});

test("an owner whose mail comes back has a link mailed, though Postmark calls the mailbox inactive, and proves it", async () => {
	const { owner, app, form } = await createDesk();
	await receive(bounceEvent(await sent(owner.email)));
	await createConversation(app, form);
	expect(await sendAll()).not.toContain(owner.email);
	postmark.answer = ({ To }) => {
		return postmark.reactivated.includes(To) ? { status: 200 } : { status: 422, ErrorCode: 406 };
	};
	const told = `The link is on its way to ${owner.email}.`;
	expect(await askForProof(owner, "client")).toBe(told);
	expect(await askForProof(owner, "client")).toBe(told);
	expect(await sendAll()).toEqual([owner.email]);
	const token = await mailedToken(owner.email);
	expect((await readEmailChange(token)).state).toBe("own");
	expect(await confirmEmailChange(token)).toBe(false);
	expect((await readEmailChange(token)).state).toBe("done");
	expect(readUndeliverable(owner.email)).toBeNull();
	await createConversation(app, form);
	expect(await sendAll()).toContain(owner.email);
	expect(await askForProof(owner, "client")).toBe(`Mail goes to ${owner.email} again.`);
});

test("a visitor whose mail comes back is told of nothing, until a link that they ask for is used", async () => {
	const { owner, app, form } = await createDesk();
	const talk = await createConversation(app, form);
	advance(HOUR_MS);
	await reply(owner, talk, "First");
	expect(await sendAll()).toContain(talk.email);
	const bounced = mailRows<{ kind: string; messageId: string }>().find(
		({ kind }) => kind === "reply",
	);
	await receive(bounceEvent({ MessageID: bounced?.messageId }));
	const access = await answererOf(owner, talk);
	expect(await readSubmission(access)).toMatchObject({
		undelivered: [{ kind: "reply", reason: NO_USER, wasSent: true }],
		isUndeliverable: true,
	});

	await requestSession(talk.visitor);
	expect(await sendAll()).toEqual([talk.email]);
	const { id, token } = await mailedLink(talk.email);
	await extendSession(id, token);
	expect((await readSubmission(access)).isUndeliverable).toBe(false);
	advance(HOUR_MS);
	await reply(owner, talk, "Second");
	expect(await sendAll()).toEqual([talk.email]);
});

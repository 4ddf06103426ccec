import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { clock } from "#app/platform/clock.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { startJob } from "#app/platform/jobs/job.server.ts";
import { openLog } from "#app/platform/log.server.ts";
import { mailJob } from "#app/platform/mail/outbox.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { type MailRow, mailRows, sendDueBroadcast, sendDueMail } from "../../kit/jobs.ts";
import { startChild } from "../../kit/process/child.ts";
import { HOSTED_ENV } from "../../kit/process/hosted.ts";
import { databaseBytes } from "../../kit/read-database.ts";
import type { Answer } from "../../kit/stand-ins/postmark.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { enqueueLetter } from "../../kit/world/mail.ts";

/** Hosted mode, with Postmark's address led to a server of this test, before the app is loaded. */
const postmark = await vi.hoisted(async () =>
	(await import("../../kit/process/host-with.ts")).hostWithPostmark(),
);

/** For a machine with other work to do. */

const OK: Answer = { status: 200 };
const TOO_MANY: Answer = { status: 429, ErrorCode: 429, Message: "Rate limit exceeded" };
const INACTIVE: Answer = {
	status: 422,
	ErrorCode: 406,
	Message:
		"You tried to send to recipient(s) that have been marked as inactive. Found inactive addresses: jane@example.com. Inactive recipients are ones that have generated a hard bounce, a spam complaint, or a manual suppression.",
};
const NO_STREAM: Answer = {
	status: 422,
	ErrorCode: 1235,
	Message: "The 'MessageStream' provided does not exist on this server.",
};
const INVALID_ADDRESS: Answer = {
	status: 422,
	ErrorCode: 300,
	Message: "Error parsing 'To': Illegal email address 'jane@'.",
};

/** How a mail stands that Postmark has taken. */
const SENT = { sentAt: expect.any(String), dueAt: null, lastError: null };

let advance: (ms: number) => void;

beforeEach(async () => {
	advance = stopClock();
	postmark.answer = () => OK;
	postmark.posted.length = 0;
	postmark.accepted.length = 0;
	await transaction(async (tx) => {
		await tx.outboxMail.deleteMany();
		await tx.undeliverableMailbox.deleteMany();
	});
});

afterAll(() => postmark.stop());

function enqueue(to?: string): Promise<void> {
	return enqueueLetter({ to });
}

function onlyRow(): MailRow {
	const [row, ...more] = mailRows();
	if (!row || more.length > 0) throw new Error("There is not one mail");
	return row;
}

/** Sends what is due, and lets time pass to the next attempt, until no mail is left to send. */
async function sendUntilSettled({ workers = 1 } = {}): Promise<void> {
	for (let round = 0; round < 50; round += 1) {
		await Promise.all(Array.from({ length: workers }, sendAllDue));
		const waiting = mailRows().filter((row) => !row.sentAt && !row.failedAt);
		if (waiting.length === 0) return;
		const next = Math.min(...waiting.map((row) => Date.parse(row.dueAt ?? "")));
		advance(next - clock.now().getTime());
	}
	throw new Error("The outbox does not settle");
}

async function sendAllDue(): Promise<void> {
	while ((await sendDueMail()) > 0);
}

describe("a mail that Postmark takes", () => {
	test("arrives whole, with the outbox's id to tell a second copy by", async () => {
		await enqueue("jane@example.com");
		expect(await sendDueMail()).toBe(1);
		const row = onlyRow();
		expect(postmark.posted).toHaveLength(1);
		expect(postmark.posted[0]).toMatchObject({
			token: HOSTED_ENV.POSTMARK_SERVER_TOKEN,
			From: HOSTED_ENV.MAIL_FROM,
			To: "jane@example.com",
			Subject: "Hello",
			MessageStream: "outbound",
			Headers: [
				{ Name: "Message-ID", Value: `<${row.id}@smallprint.test>` },
				{ Name: "Auto-Submitted", Value: "auto-generated" },
				{ Name: "X-Auto-Response-Suppress", Value: "All" },
				{ Name: "X-PM-KeepID", Value: "true" },
			],
			TrackOpens: false,
			TrackLinks: "None",
			Metadata: { outbox_id: row.id },
			TextBody: expect.stringContaining("A <b>bold</b> paragraph"),
			HtmlBody: expect.stringContaining("A &lt;b&gt;bold&lt;/b&gt; paragraph"),
		});
		expect(row).toMatchObject({ ...SENT, messageId: "message-1" });
	});

	test("that a person wrote to its recipient does not say that a program did", async () => {
		await enqueueLetter({ isPersonal: true });
		await sendDueMail();
		const names = postmark.posted[0]?.Headers.map(({ Name }) => Name);
		expect(names).toEqual(["Message-ID", "X-PM-KeepID"]);
	});

	test("that many get leaves by the broadcast stream with its headers, two at once, past no other", async () => {
		const headers = { "List-Id": "<list.example>" };
		for (let n = 0; n < 5; n += 1) await enqueueLetter({ stream: "broadcast", headers });
		await enqueue();
		expect(await sendDueMail()).toBe(1);
		expect(await sendDueBroadcast()).toBe(2);
		expect(postmark.posted.map(({ MessageStream }) => MessageStream)).toEqual([
			...["outbound", "notices", "notices"],
		]);
		expect(postmark.posted[1]?.Headers).toContainEqual({
			...{ Name: "List-Id", Value: "<list.example>" },
		});
	});

	test("does not wait for the others that are due", async () => {
		const present = 5;
		const { promise: held, resolve: release } = Promise.withResolvers<Answer>();
		postmark.answer = () => {
			if (postmark.posted.length === present) release(OK);
			return held;
		};
		for (let n = 0; n < present; n += 1) await enqueue(`reader-${n}@example.com`);
		expect(await sendDueMail()).toBe(present);
		expect(new Set(postmark.accepted.map(({ To }) => To)).size).toBe(present);
	});

	test("leaves no link in the bytes of the database after it was sent", async () => {
		await enqueue();
		await sendUntilSettled();
		expect(postmark.accepted[0]?.TextBody).toContain("very-secret-token");
		expect(databaseBytes().includes("very-secret-token")).toBe(false);
	});
});

describe("a mail that Postmark does not take now", () => {
	test.each<[string, Answer]>([
		["a 500", { status: 500, ErrorCode: 0, Message: "Internal server error" }],
		["a 503", { status: 503, ErrorCode: 100, Message: "Maintenance" }],
		["a 429", TOO_MANY],
		["a 502 of a gateway", { status: 502 }],
		["a wrong token", { status: 401, ErrorCode: 10, Message: "Bad or missing API token" }],
		["an unpaid account", { status: 422, ErrorCode: 405, Message: "Not allowed to send" }],
		["a broken connection", "drop"],
		["a redirect, which would get the token", { status: 307, location: "/email" }],
	])("after %s is tried again a minute later, and sent once", async (_what, answer) => {
		postmark.answer = () => answer;
		await enqueue();
		expect(await sendDueMail()).toBe(1);
		const waiting = {
			attempts: 1,
			sentAt: null,
			failedAt: null,
			lastError: expect.stringMatching(/./),
		};
		expect(onlyRow()).toMatchObject(waiting);
		expect(postmark.posted).toHaveLength(1);
		advance(MINUTE_MS - 1);
		expect(await sendDueMail()).toBe(0);
		postmark.answer = () => OK;
		advance(1);
		expect(await sendDueMail()).toBe(1);
		expect(onlyRow()).toMatchObject({ ...SENT, attempts: 2 });
		expect(postmark.accepted).toHaveLength(1);
	});

	test("because its stream is not there waits, and says which, until the stream is made", async () => {
		postmark.answer = () => NO_STREAM;
		await enqueueLetter({ stream: "broadcast" });
		expect(await sendDueBroadcast()).toBe(1);
		expect(onlyRow()).toMatchObject({
			failedAt: null,
			lastError: `The message stream "notices": ${NO_STREAM.Message}`,
		});
		postmark.answer = () => OK;
		advance(MINUTE_MS);
		expect(await sendDueBroadcast()).toBe(1);
		expect(onlyRow()).toMatchObject(SENT);
	});

	test("because it never answers is given up for now after ten seconds", async () => {
		postmark.answer = () => "hang";
		await enqueue();
		const started = performance.now();
		expect(await sendDueMail()).toBe(1);
		const took = performance.now() - started;
		expect(took).toBeGreaterThan(9_000);
		expect(took).toBeLessThan(60_000);
		expect(onlyRow()).toMatchObject({ sentAt: null, failedAt: null });
		postmark.answer = () => OK;
		await sendUntilSettled();
		expect(postmark.accepted).toHaveLength(1);
		expect(postmark.posted[0]?.Metadata).toEqual(postmark.posted[1]?.Metadata);
	});

	test("is told in the log, with its age and without an address", async () => {
		const written: string[] = [];
		vi.spyOn(process.stdout, "write").mockImplementation((line) => written.push(String(line)) > 0);
		openLog();
		postmark.answer = () => ({ status: 500, Message: "No way to jane@example.com" });
		await enqueue("jane@example.com");
		advance(5 * MINUTE_MS);
		await sendDueMail();
		await new Promise(setImmediate);
		vi.restoreAllMocks();
		const line = written.join("").match(/.*"event":"mail not sent".*/)?.[0] ?? "{}";
		const id = onlyRow().id;
		expect(JSON.parse(line)).toMatchObject({ mailId: id, waitedMinutes: 5, isGivenUp: false });
		expect(line).not.toContain("jane");
	});

	test("waits 1 minute, then twice as long each time up to 6 hours, and ends after 3 days", async () => {
		postmark.answer = () => ({ status: 500 });
		await enqueue();
		const waits: number[] = [];
		let elapsed = 0;
		for (;;) {
			expect(await sendDueMail()).toBe(1);
			const row = onlyRow();
			if (row.failedAt) break;
			const wait = Date.parse(row.dueAt ?? "") - clock.now().getTime();
			waits.push(wait / MINUTE_MS);
			advance(wait - 1);
			expect(await sendDueMail()).toBe(0);
			advance(1);
			elapsed += wait;
		}
		expect(waits.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256]);
		expect(new Set(waits.slice(9))).toEqual(new Set([360]));
		expect(elapsed).toBeGreaterThanOrEqual(3 * DAY_MS);
		expect(elapsed).toBeLessThan(3 * DAY_MS + 6 * HOUR_MS);
		advance(30 * DAY_MS);
		expect(await sendDueMail()).toBe(0);
		expect(onlyRow().lastError).toBeTruthy();
		expect(postmark.posted).toHaveLength(waits.length + 1);
	});

	test("is not tried again at once by a second worker that had it on its list", async () => {
		postmark.answer = () => ({ status: 500 });
		await enqueue("one@example.com");
		await enqueue("two@example.com");
		const tried = await Promise.all([sendDueMail(), sendDueMail()]);
		expect(tried.toSorted()).toEqual([0, 2]);
		const posted = postmark.posted.map(({ To }) => To).toSorted();
		expect(posted).toEqual(["one@example.com", "two@example.com"]);
		expect(mailRows().map(({ attempts }) => attempts)).toEqual([1, 1]);
	});
});

describe("a mail that Postmark will never take", () => {
	test.each<[string, Answer]>([
		["is inactive", INACTIVE],
		["is no address", INVALID_ADDRESS],
	])("because the recipient %s is never tried again, and says why", async (_what, answer) => {
		postmark.answer = () => answer;
		await enqueue();
		expect(await sendDueMail()).toBe(1);
		expect(onlyRow()).toMatchObject({
			attempts: 1,
			sentAt: null,
			dueAt: null,
			failedAt: expect.any(String),
			lastError: answer instanceof Object ? answer.Message : "",
		});
		postmark.answer = () => OK;
		for (const ms of [MINUTE_MS, HOUR_MS, DAY_MS, 10 * DAY_MS]) {
			advance(ms);
			expect(await sendDueMail()).toBe(0);
		}
		expect(postmark.posted).toHaveLength(1);
	});
});

describe("a worker that is killed while Postmark has not answered", () => {
	test("leaves the mail on lease, and another sends it when the lease is over", async () => {
		clock.now = () => new Date();
		await enqueue();
		const { promise: request, resolve: arrived } = Promise.withResolvers<void>();
		postmark.answer = () => {
			arrived();
			return "hang";
		};
		const child = startChild("send-mail");
		await request;
		await child.kill();
		postmark.answer = () => OK;
		expect(await sendDueMail()).toBe(0);
		expect(onlyRow().sentAt).toBeNull();
		const later = new Date(Date.now() + MINUTE_MS + 1);
		clock.now = () => later;
		expect(await sendDueMail()).toBe(1);
		expect(postmark.accepted).toHaveLength(1);
		expect(onlyRow()).toMatchObject(SENT);
	});
});

describe("a worker that is told to stop", () => {
	test("finishes the mails that it is at, and leaves the others for the next start", async () => {
		const { promise: held, resolve: release } = Promise.withResolvers<Answer>();
		postmark.answer = () => held;
		for (let n = 0; n < 7; n += 1) await enqueue();
		const errors: unknown[] = [];
		const stop = startJob(mailJob, (error) => errors.push(error));
		await expect.poll(() => postmark.posted.length).toBe(5);
		const stopped = stop();
		release(OK);
		await stopped;
		expect(errors).toEqual([]);
		expect(postmark.posted).toHaveLength(5);
		expect(mailRows().filter(({ sentAt }) => sentAt !== null)).toHaveLength(5);
		const waiting = mailRows().filter(({ sentAt }) => sentAt === null);
		expect(waiting).toHaveLength(2);
		for (const { attempts, dueAt, createdAt } of waiting) {
			expect([attempts, dueAt]).toEqual([0, createdAt]);
		}
	});
});

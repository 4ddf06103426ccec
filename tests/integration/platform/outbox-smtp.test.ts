import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { transaction } from "#app/platform/db/db.server.ts";
import { MINUTE_MS } from "#app/platform/time.ts";
import { type MailRow, mailRows, sendDueBroadcast, sendDueMail } from "../../kit/jobs.ts";
import type { Reply, Step } from "../../kit/stand-ins/smtp.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { enqueueLetter } from "../../kit/world/mail.ts";

/** Hosted mode with MAIL_BY=smtp, and a mail server of this test. */
const smtp = await vi.hoisted(async () =>
	(await import("../../kit/process/host-with.ts")).hostWithSmtp(),
);

const SENT = { sentAt: expect.any(String), failedAt: null, dueAt: null, lastError: null };
const WAITS = { sentAt: null, failedAt: null, dueAt: expect.any(String) };
const REFUSED = { sentAt: null, failedAt: expect.any(String), dueAt: null };

let advance: (ms: number) => void;

beforeEach(async () => {
	advance = stopClock();
	smtp.reply = () => undefined;
	smtp.taken.length = 0;
	smtp.commands.length = 0;
	await transaction(async (tx) => {
		await tx.outboxMail.deleteMany();
		await tx.undeliverableMailbox.deleteMany();
	});
});

afterAll(() => smtp.stop());

/** Makes the server say something else at one step. */
function sayAt(at: Step, reply: Reply): void {
	smtp.reply = (step) => (step === at ? reply : undefined);
}

function onlyRow(): MailRow {
	const [row, ...more] = mailRows();
	if (!row || more.length > 0) throw new Error("There is not one mail");
	return row;
}

/** Returns a header of the only mail that was taken, without its line breaks. */
function header(name: string): string | undefined {
	const [head = ""] = smtp.taken[0]?.data.split("\r\n\r\n") ?? [];
	const lines = head.replace(/\r\n[ \t]+/g, " ").split("\r\n");
	const found = lines.filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `));
	expect(found.length, name).toBeLessThan(2);
	return found[0]?.slice(name.length + 2);
}

describe("a mail that the mail server takes", () => {
	test("arrives whole, with an id of its own and without a word about our software", async () => {
		await enqueueLetter({ to: "jane@example.com" });
		expect(await sendDueMail()).toBe(1);
		const row = onlyRow();
		const messageId = `<${row.id}@smallprint.test>`;
		expect(row).toMatchObject({ ...SENT, messageId });
		expect(smtp.taken).toMatchObject([{ from: "hello@smallprint.test", to: "jane@example.com" }]);
		expect(smtp.commands[0]).toBe("EHLO smallprint.test");
		expect(smtp.commands[1]).toMatch(/^AUTH PLAIN /);
		expect(header("From")).toBe("Smallprint <hello@smallprint.test>");
		expect(header("To")).toBe("jane@example.com");
		expect(header("Reply-To")).toBe("support@smallprint.example");
		expect(header("Subject")).toBe("Hello");
		expect(header("Message-ID")).toBe(messageId);
		expect(header("Auto-Submitted")).toBe("auto-generated");
		expect(header("X-Auto-Response-Suppress")).toBe("All");
		expect(header("X-Mailer")).toBeUndefined();
		const body = smtp.taken[0]?.data.replaceAll("=\r\n", "");
		expect(body).toContain("A <b>bold</b> paragraph");
		expect(body).toContain("A &lt;b&gt;bold&lt;/b&gt; paragraph");
	});

	test("keeps the id and the other headers that it was written with", async () => {
		const headers = {
			"Message-ID": "<a.b@in.example>",
			References: "<1@in.example> <2@in.example>",
		};
		await enqueueLetter({ headers, stream: "broadcast" });
		expect(await sendDueBroadcast()).toBe(1);
		expect(onlyRow()).toMatchObject({ ...SENT, messageId: "<a.b@in.example>" });
		expect(header("Message-ID")).toBe("<a.b@in.example>");
		expect(header("References")).toBe("<1@in.example> <2@in.example>");
	});

	test("shares its connection with the others that are due", async () => {
		const before = smtp.connections;
		for (let n = 0; n < 5; n += 1) await enqueueLetter({ to: `reader-${n}@example.com` });
		expect(await sendDueMail()).toBe(5);
		expect(smtp.taken).toHaveLength(5);
		expect(smtp.connections - before).toBeLessThanOrEqual(1);
	});

	test("after the server has closed an idle connection needs no second attempt", async () => {
		await enqueueLetter();
		await sendDueMail();
		let isClosed = false;
		smtp.reply = (step) => {
			if (step !== "MAIL" || isClosed) return undefined;
			isClosed = true;
			return "421 4.4.2 Timeout";
		};
		await enqueueLetter();
		await sendDueMail();
		expect(isClosed).toBe(true);
		expect(mailRows().map(({ attempts }) => attempts)).toEqual([1, 1]);
		expect(smtp.taken).toHaveLength(2);
	});
});

describe("a mail that the mail server does not take", () => {
	test.each<[string, Step, Reply]>([
		["a mailbox that is busy", "RCPT", "450 4.2.1 Try again later"],
		["no leave to relay", "RCPT", "554 5.7.1 <jane@example.com>: Relay access denied"],
		["no leave to relay, said by the code for mailboxes", "RCPT", "550 5.7.1 Relaying denied"],
		["a sender that is not known, said of the recipient", "RCPT", "550 5.1.8 Sender rejected"],
		["a sender that is not known", "MAIL", "550 5.1.8 Sender rejected"],
		["a wrong password", "AUTH", "535 5.7.8 Error: authentication failed"],
		["a refusal of the text", ".", "554 5.7.1 Message rejected: address is not verified"],
		["a full queue", ".", "452 4.3.1 Insufficient system storage"],
		["a greeting that refuses", "", "554 5.3.2 Not today"],
		["a connection dropped at the greeting", "", "drop"],
		["a connection dropped within the text", "DATA bytes", "drop"],
		["a connection dropped after the text", ".", "drop"],
	])("because of %s is tried again a minute later", async (_what, step, reply) => {
		// A connection that is open already would skip the greeting and the password.
		sayAt("MAIL", "drop");
		await enqueueLetter();
		await sendDueMail();
		sayAt(step, reply);
		advance(MINUTE_MS);
		expect(await sendDueMail()).toBe(1);
		expect(onlyRow()).toMatchObject({ ...WAITS, lastError: expect.stringMatching(/./) });
		if (/^\d/.test(reply)) expect(onlyRow().lastError).toContain(reply);
		expect(smtp.taken).toHaveLength(0);
		smtp.reply = () => undefined;
		advance(2 * MINUTE_MS);
		expect(await sendDueMail()).toBe(1);
		expect(onlyRow()).toMatchObject(SENT);
		expect(smtp.taken).toHaveLength(1);
	});

	test.each([
		"550 5.1.1 <jane@example.com>: Recipient address rejected: User unknown",
		"552 5.2.2 Mailbox full",
		"556 5.1.10 Recipient address has null MX",
		"550 No such user here",
	])("with %j for its recipient is never tried again, and says why", async (reply) => {
		sayAt("RCPT", reply);
		await enqueueLetter();
		expect(await sendDueMail()).toBe(1);
		expect(onlyRow()).toMatchObject({
			...REFUSED,
			attempts: 1,
			lastError: expect.stringContaining(reply),
		});
	});

	test("because nobody greets is given up for now after ten seconds", async () => {
		sayAt("MAIL", "drop");
		await enqueueLetter();
		await sendDueMail();
		sayAt("", "hang");
		advance(MINUTE_MS);
		const started = performance.now();
		expect(await sendDueMail()).toBe(1);
		const took = performance.now() - started;
		expect(took).toBeGreaterThan(9_000);
		expect(took).toBeLessThan(30_000);
		expect(onlyRow()).toMatchObject(WAITS);
	});
});

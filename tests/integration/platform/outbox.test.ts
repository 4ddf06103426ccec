import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { escapeHtml } from "#app/platform/html.ts";
import { startJob } from "#app/platform/jobs/job.server.ts";
import { findMail, forgetOldMail, listMail, mailJob } from "#app/platform/mail/outbox.server.ts";
import { DAY_MS } from "#app/platform/time.ts";
import { mailRows, sendDueMail } from "../../kit/jobs.ts";
import { startChild } from "../../kit/process/child.ts";
import { databaseBytes } from "../../kit/read-database.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { enqueueLetter } from "../../kit/world/mail.ts";

/** The mail of this test has somewhere to go, before the app is loaded. */
const mailbox = await vi.hoisted(async () => (await import("../../kit/mailbox.ts")).startMailbox());

afterAll(() => mailbox.stop());

beforeEach(async () => {
	await transaction((tx) => tx.outboxMail.deleteMany());
});

/** How a mail stands that was sent at once. */
const SENT_ONCE = {
	attempts: 1,
	failedAt: null,
	dueAt: null,
	lastError: null,
	sentAt: expect.any(String),
};

function sentCount(): number {
	return mailRows().filter((row) => row.sentAt !== null).length;
}

/** Puts a mail into the outbox and returns its row. */
async function onlyMail() {
	await enqueueLetter();
	return transaction((tx) => tx.outboxMail.findFirstOrThrow());
}

async function textOf(path: string): Promise<string> {
	return (await mailbox.pages.request(path)).text();
}

async function sendAll(): Promise<number> {
	let tried = 0;
	for (let more = -1; more !== 0; tried += more) {
		more = await sendDueMail();
	}
	return tried;
}

describe("a mail in the outbox", () => {
	test("is one for one key, also when two requests ask at once and after it was sent", async () => {
		const welcome = () => enqueueLetter({ dedupeKey: "welcome 1" });
		await Promise.all([welcome(), welcome(), welcome()]);
		expect(mailRows()).toHaveLength(1);
		await sendAll();
		await welcome();
		expect(await sendAll()).toBe(0);
		expect(mailRows()).toHaveLength(1);
		await enqueueLetter({ dedupeKey: "welcome 2" });
		expect(mailRows()).toHaveLength(2);
	});

	test("is not sent before its transaction is stored", async () => {
		await transaction(async (tx) => {
			await enqueueLetter({}, tx);
			expect(await sendDueMail()).toBe(0);
		});
		expect(await sendDueMail()).toBe(1);
	});

	test.each(["a\r\nBcc: eve@example.com", "a\nb", "a\rb", "a\u2028b", "a\u0000b", "é"])(
		"is refused with the header %j",
		async (value) => {
			const headers = { "List-Id": value };
			await expect(enqueueLetter({ headers })).rejects.toThrow("The header List-Id");
			expect(mailRows()).toEqual([]);
		},
	);

	test("is sent once, and remembers when and as what", async () => {
		await enqueueLetter();
		expect(await sendDueMail()).toBe(1);
		expect(await sendDueMail()).toBe(0);
		const [row] = mailRows();
		expect(row).toMatchObject(SENT_ONCE);
		expect((await mailbox.pages.request(`/mailbox/${row?.messageId}`)).status).toBe(200);
	});

	test("can be read in the outbox and, once it was sent, in the local mailbox, the newest first", async () => {
		for (const to of ["first@example.com", "second@example.com"]) {
			await enqueueLetter({ to, subject: `Mail to ${to}` });
			await sendAll();
		}
		const mails = await listMail();
		const newestFirst = ["second@example.com", "first@example.com"];
		expect(mails.map(({ recipient }) => recipient)).toEqual(newestFirst);
		const mail = await findMail(mails[0]?.id ?? "");
		expect(mail).toMatchObject({
			to: "second@example.com",
			subject: "Mail to second@example.com",
			text: expect.stringContaining("paragraph of the letter."),
			html: expect.stringContaining("very-secret-token"),
			replyTo: env.supportEmail,
		});
		for (const id of ["", "unknown", "\u0000"]) expect(await findMail(id)).toBeNull();

		const list = await textOf("/mailbox");
		const listed = [...list.matchAll(/To (first|second)@example.com/g)].map(([, name]) => name);
		expect(listed.slice(0, 2)).toEqual(["second", "first"]);
		const [, id] = /href="\/local(\/mailbox\/[^"]+)"/.exec(list) ?? [];
		const shown = await textOf(id ?? "");
		expect(shown).toContain("paragraph of the letter.");
		expect(shown).toContain('<a href="https://smallprint.example/?token=very-secret-token">');
		expect(shown).toContain(`<iframe sandbox srcdoc="${escapeHtml(mail?.html ?? "")}"`);
		expect((await mailbox.pages.request("/mailbox/unknown")).status).toBe(404);
	});

	test("shows nothing of its body in the bytes of the database", async () => {
		await enqueueLetter();
		const bytes = databaseBytes();
		expect(bytes.includes("jane@example.com")).toBe(true);
		for (const text of ["very-secret-token", "paragraph of the letter", "smallprint.example"]) {
			expect(bytes.includes(text), text).toBe(false);
		}
	});

	test("whose body can't be opened is given up with a reason, and holds up no other", async () => {
		await enqueueLetter({ dedupeKey: "broken" });
		await enqueueLetter({ dedupeKey: "sound" });
		await transaction((tx) =>
			tx.outboxMail.update({
				where: { dedupeKey: "broken" },
				data: { sealedBody: new Uint8Array(40) },
			}),
		);
		expect(await sendAll()).toBe(2);
		const lastError = "The body can't be opened with this secret.";
		const broken = { failedAt: expect.any(String), lastError };
		expect(mailRows()).toMatchObject([broken, { sentAt: expect.any(String) }]);
	});

	test("is kept for 30 days", async () => {
		const advance = stopClock();
		await enqueueLetter();
		advance(30 * DAY_MS);
		expect(await forgetOldMail()).toBe(0);
		advance(1);
		expect(await forgetOldMail()).toBe(1);
		expect(mailRows()).toEqual([]);
	});

	test("is forgotten some at a time where there are many, and others write meanwhile", async () => {
		const advance = stopClock();
		const { createdAt, ...mail } = await onlyMail();
		const many = Array.from({ length: 1_200 }, (_, n) => ({
			...mail,
			id: `${n}`,
			dedupeKey: `${n}`,
		}));
		const data = many.map((one) => ({ ...one, createdAt }));
		await transaction((tx) => tx.outboxMail.createMany({ data }));
		advance(30 * DAY_MS + 1);
		const forgotten = forgetOldMail();
		const left = await transaction((tx) => tx.outboxMail.count());
		expect(await forgotten).toBe(1_201);
		expect(left).toBeGreaterThan(0);
		expect(mailRows()).toEqual([]);
	});
});

describe("two workers", () => {
	test("in two processes send each mail once", async () => {
		for (let n = 0; n < 100; n += 1) await enqueueLetter();
		const child = startChild("send-mail");
		await child.line((line) => line === "ready");
		const own = await sendAll();
		expect(await child.exit).toBe(0);
		const others = Number(child.lines.at(-1)?.replace("tried ", ""));
		expect(own + others).toBe(100);
		for (const row of mailRows()) expect(row).toMatchObject(SENT_ONCE);
	});
});

describe("the worker", () => {
	test("sends what is there and what comes, and stops when it is told to", async () => {
		await enqueueLetter();
		const errors: unknown[] = [];
		const stop = startJob(mailJob, (error) => errors.push(error));
		await expect.poll(sentCount).toBe(1);
		await enqueueLetter();
		await expect.poll(sentCount).toBe(2);
		await stop();
		await enqueueLetter();
		expect(errors).toEqual([]);
		expect(mailRows().filter((row) => row.sentAt === null)).toHaveLength(1);
	});
});

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { readConversation, writeAsVisitor } from "#app/conversations/conversation.server.ts";
import { accessByToken } from "#app/conversations/conversation-access.server.ts";
import {
	extendOpenSession,
	extendSession,
	readExtension,
	requestSession,
	requestSessionByLink,
	SessionExpired,
	sessionMsLeft,
} from "#app/conversations/conversation-session.server.ts";
import { readVerification, verifySubmission } from "#app/conversations/submission.server.ts";
import { env } from "#app/platform/env.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { databaseBytes, dumpDatabase } from "../../kit/dump-database.ts";
import { sendDueMail } from "../../kit/jobs.ts";
import { mailTo } from "../../kit/mailed.ts";
import { startChild } from "../../kit/process/child.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { createConversation, mailedLink, submitForm } from "../../kit/world/conversation.ts";
import { createContactForm } from "../../kit/world/form.ts";
import { createUser } from "../../kit/world/user.ts";

/** The mail of this test has somewhere to go, before the app is loaded. */
const mailbox = await vi.hoisted(async () => (await import("../../kit/mailbox.ts")).startMailbox());

afterAll(() => mailbox.stop());

const copies = fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-copy-"));

let app: AppAccess;
let form: { slug: string };
let advance: (ms: number) => void;

beforeEach(async () => {
	advance = stopClock();
	app = await createApp(await createUser(), "Pocket Garden");
	form = await createContactForm(app);
});

afterAll(() => fs.rmSync(copies, { recursive: true, force: true }));

describe("a verification link", () => {
	test("is read without a change, opens the conversation once, and says used after that", async () => {
		const { id, link } = await submitForm(app, form);
		const before = dumpDatabase();
		expect(await readVerification(id, link.token)).toBe("valid");
		expect(dumpDatabase()).toEqual(before);
		const token = await verifySubmission(id, link.token);
		expect(await accessByToken(token ?? "")).toEqual({ submissionId: id });
		expect(await readVerification(id, link.token)).toBe("used");
		const after = dumpDatabase();
		expect(await verifySubmission(id, link.token)).toBeNull();
		expect(dumpDatabase()).toEqual(after);
	});

	test("lives for 24 hours and not a millisecond longer", async () => {
		const early = await submitForm(app, form);
		const late = await submitForm(app, form);
		advance(DAY_MS - 1);
		expect(await verifySubmission(early.id, early.link.token)).not.toBeNull();
		advance(1);
		expect(await readVerification(late.id, late.link.token)).toBe("expired");
		const before = dumpDatabase();
		expect(await verifySubmission(late.id, late.link.token)).toBeNull();
		expect(dumpDatabase()).toEqual(before);
	});

	test("for another submission, cut short, lengthened or altered opens nothing", async () => {
		const one = await submitForm(app, form);
		const other = await submitForm(app, form);
		const { token } = one.link;
		const before = dumpDatabase();
		for (const [id, given] of [
			[other.id, token],
			["unknown", token],
			["", token],
			[one.id, token.slice(0, -1)],
			[one.id, token.slice(0, 20)],
			[one.id, `${token}=`],
			[one.id, `${token} `],
			[one.id, token.toUpperCase()],
			[one.id, ""],
			[one.id, "\u0000"],
		] as const) {
			expect(await readVerification(id, given)).toBe("unknown");
			expect(await verifySubmission(id, given)).toBeNull();
			expect(await readExtension(id, given)).toBe("unknown");
			expect(await extendSession(id, given)).toBeNull();
		}
		expect(await extendSession(one.id, token)).toBeNull();
		expect(dumpDatabase()).toEqual(before);
		expect(await readVerification(one.id, token)).toBe("valid");
	});
});

describe("a session", () => {
	test("lasts an hour from the verification and not a millisecond longer", async () => {
		const { visitor } = await createConversation(app, form);
		expect(await sessionMsLeft(visitor)).toBe(HOUR_MS);
		advance(HOUR_MS - 1);
		expect(await sessionMsLeft(visitor)).toBe(1);
		expect(await readConversation(visitor)).toMatchObject({ isOpen: true });
		await extendOpenSession(visitor);
		expect(await sessionMsLeft(visitor)).toBe(HOUR_MS);
		advance(HOUR_MS);
		expect(await sessionMsLeft(visitor)).toBe(0);
		const expired = await readConversation(visitor);
		expect(expired).toMatchObject({ isOpen: false, thread: null });
		expect(JSON.stringify(expired)).not.toContain("Where is my data?");
		const before = dumpDatabase();
		await expect(extendOpenSession(visitor)).rejects.toBeInstanceOf(SessionExpired);
		expect(dumpDatabase()).toEqual(before);
		advance(DAY_MS);
		expect(await sessionMsLeft(visitor)).toBe(0);
	});

	test("that ended keeps the token good for asking for a new link", async () => {
		const { token, id, email } = await createConversation(app, form);
		advance(30 * DAY_MS);
		const visitor = await accessByToken(token);
		expect(visitor).toEqual({ submissionId: id });
		if (visitor) await requestSession(visitor);
		const link = await mailedLink(email);
		expect(await extendSession(link.id, link.token)).toBe(token);
		expect(await readConversation({ submissionId: id })).toMatchObject({ isOpen: true });
	});
});

describe("a session link", () => {
	test("goes to the verified address, works once, and opens an hour", async () => {
		const { visitor, id, email, token } = await createConversation(app, form);
		advance(2 * HOUR_MS);
		await requestSession(visitor);
		const [mail] = await mailTo(email);
		expect(mail?.subject).toBe("Your conversation with Pocket Garden");
		const link = await mailedLink(email);
		expect(await readExtension(id, link.token)).toBe("valid");
		advance(MINUTE_MS);
		expect(await extendSession(id, link.token)).toBe(token);
		expect(await sessionMsLeft(visitor)).toBe(HOUR_MS);
		expect(await readExtension(id, link.token)).toBe("used");
		advance(MINUTE_MS);
		const before = dumpDatabase();
		expect(await extendSession(id, link.token)).toBeNull();
		expect(dumpDatabase()).toEqual(before);
	});

	test("lives for an hour and not a millisecond longer", async () => {
		const { visitor, email } = await createConversation(app, form);
		await requestSession(visitor);
		const first = await mailedLink(email);
		await requestSession(visitor);
		const second = await mailedLink(email);
		advance(HOUR_MS - 1);
		expect(await extendSession(first.id, first.token)).not.toBeNull();
		advance(1);
		expect(await readExtension(second.id, second.token)).toBe("expired");
		expect(await extendSession(second.id, second.token)).toBeNull();
	});

	test("of another conversation opens nothing", async () => {
		const one = await createConversation(app, form);
		const other = await createConversation(app, form);
		await requestSession(one.visitor);
		const link = await mailedLink(one.email);
		const before = dumpDatabase();
		expect(await extendSession(other.id, link.token)).toBeNull();
		expect(await readVerification(one.id, link.token)).toBe("unknown");
		expect(await verifySubmission(one.id, link.token)).toBeNull();
		expect(dumpDatabase()).toEqual(before);
	});

	test("is mailed 3 times an hour, also when many ask at once", async () => {
		const { visitor, email } = await createConversation(app, form);
		const asked = await Promise.allSettled(
			Array.from({ length: 10 }, () => requestSession(visitor)),
		);
		expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
		expect(await mailTo(email)).toHaveLength(4);
		advance(HOUR_MS - 1);
		const before = dumpDatabase();
		expect(await refusalOf(requestSession(visitor))).toMatchObject({
			status: 429,
			message:
				"We have sent you three links within the hour. Please open the newest one, or try again later.",
		});
		expect(dumpDatabase()).toEqual(before);
		advance(1);
		await requestSession(visitor);
		expect(await mailTo(email)).toHaveLength(5);
	});

	test("can be asked for with any earlier link of the conversation, used or too old", async () => {
		const { id, email, link } = await createConversation(app, form);
		advance(2 * DAY_MS);
		await requestSessionByLink(id, link.token);
		const second = await mailedLink(email);
		expect(second.token).not.toBe(link.token);
		advance(2 * HOUR_MS);
		await requestSessionByLink(id, second.token);
		const third = await mailedLink(email);
		expect(await extendSession(id, third.token)).not.toBeNull();
	});

	test("is mailed to nobody for an unknown link or an unverified submission", async () => {
		const verified = await createConversation(app, form);
		const waiting = await submitForm(app, form);
		const before = dumpDatabase();
		await requestSessionByLink(waiting.id, waiting.link.token);
		await requestSessionByLink(waiting.id, verified.link.token);
		await requestSessionByLink(verified.id, waiting.link.token);
		await requestSessionByLink(verified.id, verified.link.token.slice(1));
		await requestSessionByLink("unknown", "");
		expect(dumpDatabase()).toEqual(before);
	});
});

describe("a conversation's token", () => {
	test("opens its own conversation and no other", async () => {
		const one = await createConversation(app, form);
		const other = await createConversation(app, form);
		expect(await accessByToken(one.token)).toEqual({ submissionId: one.id });
		expect(await accessByToken(other.token)).toEqual({ submissionId: other.id });
		expect(await accessByToken(other.id + one.token.slice(other.id.length))).toBeNull();
	});

	test("that was cut short, lengthened or altered opens nothing", async () => {
		const { token, id } = await createConversation(app, form);
		const last = token.endsWith("0") ? "1" : "0";
		for (const given of [
			"",
			id,
			token.slice(0, -1),
			token.slice(1),
			`${token}0`,
			token.slice(0, -1) + last,
			token.toUpperCase(),
			` ${token}`,
			`${id}${"0".repeat(64)}`,
			`${id}${"é".repeat(64)}`,
			"\u0000".repeat(token.length),
		]) {
			expect(await accessByToken(given), given).toBeNull();
		}
	});

	test("opens nothing before the address is verified", async () => {
		const waiting = await submitForm(app, form);
		const { conversationToken } = await import("#app/conversations/conversation-token.server.ts");
		expect(await accessByToken(conversationToken(waiting.id))).toBeNull();
	});
});

describe("the database file", () => {
	test("contains no token of a mail and none of a conversation, before and after sending", async () => {
		const { visitor, id, email, link, token } = await createConversation(app, form);
		await requestSession(visitor);
		const session = await mailedLink(email);
		await writeAsVisitor(visitor, { message: "Still here", requestId: crypto.randomUUID() });
		const secrets = [link.token, session.token, token, token.slice(id.length)];
		const containsAny = () => secrets.filter((secret) => databaseBytes().includes(secret));
		expect(databaseBytes().includes(id)).toBe(true);
		expect(containsAny()).toEqual([]);
		while ((await sendDueMail()) > 0);
		expect(await extendSession(id, session.token)).toBe(token);
		expect(containsAny()).toEqual([]);
	});

	test("opens no conversation at a site with another secret", async () => {
		const { token } = await createConversation(app, form);
		const open = async (file: string) => {
			const child = startChild("open-conversation", {
				args: [token],
				env: { DATABASE_URL: `file:${file}` },
			});
			expect(await child.exit).toBe(0);
			return child.lines.at(-1);
		};
		expect(await open(env.databaseFile)).toBe("open");
		const copy = path.join(copies, "smallprint.db");
		const database = new Database(env.databaseFile, { readonly: true });
		await database.backup(copy);
		database.close();
		const copied = new Database(copy);
		copied.pragma("journal_mode = WAL");
		copied.close();
		expect(await open(copy)).toBe("closed");
	});
});

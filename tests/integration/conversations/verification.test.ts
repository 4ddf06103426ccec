import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { readConversation } from "#app/conversations/conversation.server.ts";
import { accessByToken } from "#app/conversations/conversation-access.server.ts";
import {
	extendOpenSession,
	extendSession,
	readExtension,
	requestNewLink,
	requestSession,
	resumeSession,
	SessionExpired,
	sendLinkAgain,
	sessionMsLeft,
} from "#app/conversations/conversation-session.server.ts";
import { disownSubmission } from "#app/conversations/refusal-of-mail.server.ts";
import { readVerification, verifySubmission } from "#app/conversations/submission.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { sendDueMail } from "../../kit/jobs.ts";
import { mailTo } from "../../kit/mailed.ts";
import { databaseBytes } from "../../kit/read-database.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import {
	ask,
	createConversation,
	createDesk,
	mailedLink,
	submitForm,
} from "../../kit/world/conversation.ts";

/** The mail of this test has somewhere to go, before the app is loaded. */
const mailbox = await vi.hoisted(async () => (await import("../../kit/mailbox.ts")).startMailbox());

afterAll(() => mailbox.stop());

let app: AppAccess;
let form: { slug: string };
let advance: (ms: number) => void;

beforeEach(async () => {
	advance = stopClock();
	({ app, form } = await createDesk());
});

/** Mails a session link to the visitor of a conversation. */
async function mailSessionLink({ id, email }: { id: string; email: string }) {
	await requestSession({ submissionId: id });
	return mailedLink(email);
}

const verification = {
	name: "a verification link",
	lifeMs: DAY_MS,
	create: async () => (await submitForm(app, form)).link,
	read: readVerification,
	use: verifySubmission,
};
const extension = {
	name: "a session link",
	lifeMs: HOUR_MS,
	create: async () => mailSessionLink(await createConversation(app, form)),
	read: readExtension,
	use: extendSession,
};

describe.each([
	{ ...verification, otherKind: extension },
	{ ...extension, otherKind: verification },
])("$name", ({ lifeMs, create, read, use, otherKind }) => {
	test("is read without a change, opens the conversation once, and says used after that", async () => {
		const { id, token } = await create();
		expect(await withoutChange(() => read(id, token))).toBe("valid");
		advance(MINUTE_MS);
		const opened = await use(id, token);
		expect(await accessByToken(opened ?? "")).toEqual({ submissionId: id });
		expect(await sessionMsLeft({ submissionId: id })).toBe(HOUR_MS);
		expect(await read(id, token)).toBe("used");
		advance(MINUTE_MS);
		expect(await withoutChange(() => use(id, token))).toBeNull();
	});

	test(`lives for ${lifeMs / HOUR_MS} h and not a millisecond longer`, async () => {
		const early = await create();
		advance(lifeMs - 1);
		expect(await use(early.id, early.token)).not.toBeNull();
		const late = await create();
		advance(lifeMs);
		expect(await read(late.id, late.token)).toBe("expired");
		expect(await withoutChange(() => use(late.id, late.token))).toBeNull();
	});

	test("for another submission, cut short, lengthened or altered opens nothing", async () => {
		const [{ id, token }, other] = [await create(), await create()];
		const altered: [id: string, token: string][] = [
			[other.id, token],
			["unknown", token],
			["", token],
			[id, token.slice(0, -1)],
			[id, token.slice(0, 20)],
			[id, `${token}=`],
			[id, `${token} `],
			[id, token.toUpperCase()],
			[id, ""],
			[id, "\u0000"],
		];
		await withoutChange(async () => {
			for (const link of altered) {
				expect(await read(...link)).toBe("unknown");
				expect(await use(...link)).toBeNull();
			}
			altered.push([id, token]);
			for (const link of altered) {
				expect(await otherKind.read(...link)).toBe("unknown");
				expect(await otherKind.use(...link)).toBeNull();
			}
		});
		expect(await read(id, token)).toBe("valid");
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
		const extended = await withoutChange(() => refusalOf(extendOpenSession(visitor)));
		expect(extended).toBeInstanceOf(SessionExpired);
		advance(DAY_MS);
		expect(await sessionMsLeft(visitor)).toBe(0);
	});

	test("that ended keeps the token good for asking for a new link", async () => {
		const { token, id, email } = await createConversation(app, form);
		advance(30 * DAY_MS);
		expect(await accessByToken(token)).toEqual({ submissionId: id });
		const link = await mailSessionLink({ id, email });
		expect((await mailTo(email))[0]?.subject).toBe("Your conversation with Pocket Garden");
		expect(await extendSession(link.id, link.token)).toBe(token);
		expect(await readConversation({ submissionId: id })).toMatchObject({ isOpen: true });
	});
});

describe("a session link", () => {
	test("is mailed 3 times an hour, also when many ask at once", async () => {
		const { visitor, email } = await createConversation(app, form);
		const asked = await Promise.allSettled(
			Array.from({ length: 10 }, () => requestSession(visitor)),
		);
		expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
		expect(await mailTo(email)).toHaveLength(4);
		advance(HOUR_MS - 1);
		expect(await withoutChange(() => refusalOf(requestSession(visitor)))).toMatchObject({
			status: 429,
			message:
				"We have sent you three links within the hour. Please open the newest one, or try again later.",
		});
		advance(1);
		await requestSession(visitor);
		expect(await mailTo(email)).toHaveLength(5);
	});

	test("can be asked for with any earlier link of the conversation, used or too old", async () => {
		const { id, email, link } = await createConversation(app, form);
		advance(2 * DAY_MS);
		await requestNewLink(id, link.token);
		const second = await mailedLink(email);
		expect(second.token).not.toBe(link.token);
		advance(2 * HOUR_MS);
		await requestNewLink(id, second.token);
		const third = await mailedLink(email);
		expect(await extendSession(id, third.token)).not.toBeNull();
	});
});

describe("a verification link that is too old", () => {
	test("sends a new one for the submission that is kept, with which it is verified", async () => {
		const { id, email, link } = await submitForm(app, form);
		advance(DAY_MS);
		await requestNewLink(id, link.token);
		const newest = await mailedLink(email);
		expect((await mailTo(email))[0]?.subject).toBe("Confirm your message to Pocket Garden");
		expect([newest.id, newest.token === link.token]).toEqual([id, false]);
		expect(await readVerification(id, link.token)).toBe("expired");
		expect(await accessByToken((await verifySubmission(id, newest.token)) ?? "")).not.toBeNull();
	});

	test("sends at most 3 an hour, and none to a mailbox whose owner wants none", async () => {
		const { id, email, link } = await submitForm(app, form);
		const other = await submitForm(app, form, { email });
		advance(DAY_MS);
		for (let n = 0; n < 3; n += 1) await requestNewLink(id, link.token);
		expect(await withoutChange(() => refusalOf(requestNewLink(id, link.token)))).toMatchObject({
			status: 429,
		});
		const newest = await mailedLink(email);
		await disownSubmission(id, newest.token);
		await withoutChange(() => requestNewLink(other.id, other.link.token));
	});
});

describe("a second verification link, once the first was used", () => {
	test("is a used one: it tells the owner nothing, changes nothing and deletes nothing", async () => {
		const { id, email, link } = await submitForm(app, form);
		await sendLinkAgain(id, "198.51.100.7");
		const second = await mailedLink(email);
		expect(second.token).not.toBe(link.token);
		await verifySubmission(id, second.token, "a browser");
		advance(MINUTE_MS);
		await withoutChange(async () => {
			expect(await readVerification(id, link.token)).toBe("used");
			expect(await verifySubmission(id, link.token)).toBeNull();
			expect(await disownSubmission(id, link.token)).toBeNull();
		});
		expect(await resumeSession(id, link.token, "a browser")).not.toBeNull();
		advance(DAY_MS);
		expect(await readVerification(id, link.token)).toBe("used");
	});
});

describe("the database file", () => {
	test("contains no token of a mail and none of a conversation, before and after sending", async () => {
		const talk = await createConversation(app, form);
		const { id, link, token } = talk;
		const session = await mailSessionLink(talk);
		await ask(talk, "Still here");
		const secrets = [link.token, session.token, token, token.slice(id.length)];
		const containsAny = () => secrets.filter((secret) => databaseBytes().includes(secret));
		expect(databaseBytes().includes(id)).toBe(true);
		expect(containsAny()).toEqual([]);
		while ((await sendDueMail()) > 0);
		expect(await extendSession(id, session.token)).toBe(token);
		expect(containsAny()).toEqual([]);
	});
});

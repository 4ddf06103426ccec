import { afterAll, beforeEach, expect, test, vi } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { readReplyAddress } from "#app/conversations/by-mail/reply-address.server.ts";
import { readPostmarkMail } from "#app/inbound-mail/doors/postmark-mail.ts";
import { receiveMail } from "#app/inbound-mail/receive.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { openLog } from "#app/platform/log.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import { mailMessages, sendDueMail } from "../../kit/jobs.ts";
import type { PostedMail } from "../../kit/stand-ins/postmark.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createConversation, createDesk, reply } from "../../kit/world/conversation.ts";
import { answerAddress } from "../../kit/world/incoming-mail.ts";
import { postmarkMail } from "../../kit/world/postmark-mail.ts";
import type { TestUser } from "../../kit/world/user.ts";

/** Hosted mode, with Postmark's address led to a server of this test, before the app is loaded. */
const postmark = await vi.hoisted(async () => {
	process.env.INBOUND_DOMAIN = "in.smallprint.test";
	process.env.POSTMARK_INBOUND_SECRET = "a-secret-of-thirty-two-characters-or-more";
	return (await import("../../kit/process/host-with.ts")).hostWithPostmark();
});

const HOURS = 1_000;

/** Where our own mails come from. */
const SENDER = "hello@smallprint.test";

type Marks = { Name: string; Value: string }[];

let owner: TestUser;
let app: AppAccess;
let form: { slug: string };
let advance: (ms: number) => void;

beforeEach(async () => {
	advance = stopClock();
	({ owner, app, form } = await createDesk());
});

afterAll(() => postmark.stop());

/** Creates a conversation whose visitor has left the page, and of which its owner was told. */
async function createTalk() {
	const talk = await createConversation(app, form);
	advance(2 * HOUR_MS);
	return talk;
}

/** Sends what is due, until nothing more is. */
async function sendAllDue(): Promise<void> {
	while ((await mailMessages()) + (await sendDueMail()) > 0);
}

/**
 * Lets the hours pass, in which each mail arrives at once. What goes to an address of ours is
 * received, as by another Smallprint. At any other address a responder says that its person is
 * away, whoever asks. Returns how many mails were exchanged, both ways.
 */
async function exchange(start: () => Promise<unknown>, responder: Marks): Promise<number> {
	await sendAllDue();
	postmark.accepted.length = 0;
	let answers = 0;
	let arrived = 0;
	await start();
	for (let hour = 0; hour < HOURS; hour += 1) {
		await sendAllDue();
		for (; arrived < postmark.accepted.length; arrived += 1) {
			const mail = postmark.accepted[arrived];
			if (mail && (await arrive(mail, responder)) === "answered") answers += 1;
		}
		advance(HOUR_MS);
	}
	return arrived + answers;
}

async function arrive(mail: PostedMail, responder: Marks): Promise<"answered" | "received"> {
	if (readReplyAddress(mail.To)) {
		const { To: to, TextBody: text, Headers: headers } = mail;
		await post({ from: SENDER, to, text, headers });
		return "received";
	}
	const text = "I am away until Monday.";
	await post({ from: mail.To, to: mail.ReplyTo ?? SENDER, text, headers: responder });
	return "answered";
}

async function post(written: Parameters<typeof postmarkMail>[0]): Promise<void> {
	const mail = readPostmarkMail(JSON.stringify(postmarkMail(written)));
	if (!mail) throw new Error("The mail was not read");
	await receiveMail(mail);
}

const RESPONDERS: [string, Marks][] = [
	["as RFC 3834 asks", [{ Name: "Auto-Submitted", Value: "auto-replied" }]],
	["by X-Autoreply", [{ Name: "X-Autoreply", Value: "yes" }]],
	["by its precedence", [{ Name: "Precedence", Value: "bulk" }]],
];

test.each(RESPONDERS)(
	"a visitor's responder, marked %s, ends it with one mail",
	async (_, marks) => {
		const talk = await createTalk();
		expect(await exchange(() => reply(owner, talk, "Which shed?"), marks)).toBe(2);
	},
);

test.each(RESPONDERS)(
	"an owner's responder, marked %s, ends it with one mail",
	async (_, marks) => {
		const talk = await createTalk();
		const from = talk.email;
		const to = answerAddress("visitor", talk);
		await post({ from: owner.email, to: answerAddress("owner", talk), text: "Which shed?" });
		const start = () => post({ from, to, text: "It is in the shed." });
		expect(await exchange(start, marks)).toBe(2);
	},
);

test("two responders that mark nothing and take an hour each end after the second mail of each", async () => {
	const talk = await createTalk();
	const marked = await exchange(() => reply(owner, talk, "Which shed?"), []);
	// The reply, two mails of each that are passed on, the third that is held, and what it asks.
	expect(marked).toBeLessThanOrEqual(12);
});

test("the log names the conversation and the side of each mail, and no address", async () => {
	const talk = await createTalk();
	const written: string[] = [];
	vi.spyOn(process.stdout, "write").mockImplementation((line) => written.push(String(line)) > 0);
	openLog();
	await post({ from: talk.email, to: answerAddress("visitor", talk), text: "In the shed." });
	await new Promise(setImmediate);
	vi.restoreAllMocks();
	const line = written.join("").match(/.*"event":"mail came in".*/)?.[0] ?? "{}";
	const told = { outcome: "added", submissionId: talk.id, side: "visitor" };
	expect(JSON.parse(line)).toMatchObject(told);
	expect(line).not.toContain("@");
});

test("two Smallprints whose visitors are each other exchange one mail, and their owners' responders none", async () => {
	const one = await createTalk();
	const other = await createTalk();
	await setVisitor(one, answerAddress("visitor", other));
	await setVisitor(other, answerAddress("visitor", one));
	const [, marks = []] = RESPONDERS[0] ?? [];
	expect(await exchange(() => reply(owner, one, "Which shed?"), marks)).toBe(1);
});

function setVisitor({ id }: { id: string }, email: string) {
	return transaction((tx) => tx.submission.update({ where: { id }, data: { email } }));
}

import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import type { AnswererAccess } from "#app/conversations/conversation-access.server.ts";
import { deleteSubmissions } from "#app/conversations/inbox/bulk.server.ts";
import { readSubmission, updateSubmission } from "#app/conversations/submission-details.server.ts";
import { forgetInboundMail } from "#app/inbound-mail/forget.server.ts";
import { decideHeld } from "#app/inbound-mail/held-mail.server.ts";
import type { IncomingMail } from "#app/inbound-mail/inbound-mail.ts";
import { receiveMail } from "#app/inbound-mail/receive.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { mailMessages } from "../../kit/jobs.ts";
import { freshEmail, mailTo } from "../../kit/mailed.ts";
import { readDatabase } from "../../kit/read-database.ts";
import { everyRowOf, rowsOf, withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import {
	answererOf,
	createConversation,
	createDesk,
	reply,
	type Talk,
} from "../../kit/world/conversation.ts";
import { answerAddress, incomingMail, mailIn } from "../../kit/world/incoming-mail.ts";
import type { TestUser } from "../../kit/world/user.ts";

let owner: TestUser;
let app: AppAccess;
let form: { slug: string };
let talk: Talk;
let answerer: AnswererAccess;
let advance: (ms: number) => void;

beforeEach(async () => {
	advance = stopClock();
	({ owner, app, form } = await createDesk());
	talk = await createConversation(app, form);
	answerer = await answererOf(owner, talk);
});

function fromVisitor(traits: Partial<IncomingMail> = {}): Promise<IncomingMail> {
	return mailIn("visitor", talk, { from: talk.email, ...traits });
}

function fromOwner(traits: Partial<IncomingMail> = {}): Promise<IncomingMail> {
	return mailIn("owner", talk, { from: owner.email, ...traits });
}

async function thread() {
	const { messages } = await readSubmission(answerer);
	return messages.map(({ senderType, message }) => `${senderType}: ${message}`);
}

type Row = { carrierId: string; submissionId: string; outcome: string; reason: string };

/** The outcomes of the conversation's mails, held ones with the reason. */
function outcomes(): string[] {
	const rows = (readDatabase().InboundMail ?? []) as Row[];
	return rows
		.filter((row) => row.submissionId === talk.id)
		.map(({ outcome, reason }) => (reason ? `${outcome}: ${reason}` : outcome));
}

async function subjectsTo(email: string) {
	return (await mailTo(email)).map(({ subject }) => subject);
}

function setStatus(status: "resolved" | "closed") {
	return updateSubmission(answerer, { status, priority: "normal", tags: [], notes: "" });
}

describe("a mail that counts", () => {
	test("of either side becomes a message, and the other side is told", async () => {
		await fromOwner({ text: "Which shed?" });
		await fromVisitor({ text: "The red one." });
		expect(await thread()).toEqual(["admin: Which shed?", "user: The red one."]);
		expect(outcomes()).toEqual(["added", "added"]);
		advance(MINUTE_MS);
		await mailMessages();
		expect((await mailTo(owner.email))[0]?.text).toContain("The red one.");
	});

	test("of the owner is mailed to a visitor whose session is over", async () => {
		advance(2 * HOUR_MS);
		await fromOwner({ text: "Which shed?" });
		expect((await mailTo(talk.email))[0]?.text).toContain("Which shed?");
	});

	test("reopens a resolved conversation, as a message on the page does", async () => {
		await setStatus("resolved");
		await fromVisitor();
		expect((await readSubmission(answerer)).status).toBe("in_progress");
	});

	test("is one message, however often it comes, ten times at once too", async () => {
		const mail = incomingMail(answerAddress("visitor", talk), { from: talk.email });
		await Promise.all(Array.from({ length: 10 }, () => receiveMail(mail)));
		await withoutChange(() => receiveMail(mail));
		expect(await thread()).toEqual(["user: It is in the shed."]);
	});

	test("is found by the first right address among fifty, in whatever case", async () => {
		const others = Array.from({ length: 50 }, (_, n) => `reply+v${n}@in.smallprint.example`);
		const right = answerAddress("visitor", talk).toUpperCase();
		await fromVisitor({ recipients: [...others, right] });
		expect(await thread()).toHaveLength(1);
	});

	test("opens no session, and the other side never reads the writer's own links", async () => {
		advance(2 * HOUR_MS);
		await reply(owner, talk, "Which shed?");
		const [letter] = await mailTo(talk.email);
		const quoted = `On Sunday, <${answerAddress("visitor", talk)}> wrote:\n> ${letter?.text}`;
		await fromVisitor({ text: `The red one.\n\n${quoted}` });
		const stored = JSON.stringify(everyRowOf([talk.id], ["OutboxMail", "SubmissionLink"]));
		const [, secret = "none"] = /token=([\w-]{43})/.exec(letter?.text ?? "") ?? [];
		expect(stored).toContain("The red one.");
		expect(stored).not.toContain(secret);
		expect(stored).not.toContain(answerAddress("visitor", talk));
		expect((await readSubmission(answerer)).state).not.toBe("Active Session");
	});

	test("tells both sides which files were not taken, and its writer once", async () => {
		await fromVisitor({ files: ["notes.docx", "shed.png"] });
		await fromVisitor({ text: "", files: ["shed.png"] });
		expect(await thread()).toEqual([
			"user: It is in the shed.\n\n[2 files were not taken: notes.docx, shed.png.]",
			"user: [1 file was not taken: shed.png.]",
		]);
		const told = (await subjectsTo(talk.email)).filter((subject) => subject.includes("files"));
		expect(told).toEqual(["Your message arrived without its files"]);
	});

	test("may come from an address that its side named, and only for that side", async () => {
		const email = freshEmail();
		await transaction((tx) =>
			tx.knownSender.create({
				data: { submissionId: talk.id, side: "visitor", email, createdAt: new Date() },
			}),
		);
		await fromVisitor({ from: email });
		await fromOwner({ from: email });
		expect(outcomes()).toEqual(["added", "held: another-address"]);
	});
});

describe("a mail that does not count", () => {
	test.each<[string, Partial<IncomingMail>]>([
		["another-address", { from: "someone@else.example" }],
		["another-address", { from: "" }],
		["unproved", { isProved: false }],
		["spam", { isSpam: true }],
	])("is held (%s), shown in no thread, and its side is asked", async (reason, traits) => {
		await fromVisitor(traits);
		expect(await thread()).toEqual([]);
		expect(outcomes()).toEqual([`held: ${reason}`]);
		const [asked] = await mailTo(talk.email);
		expect(asked?.subject).toBe("Was this you?");
		expect(asked?.text.includes("It is in the shed.")).toBe(reason !== "spam");
		expect(await subjectsTo("someone@else.example")).toEqual([]);
		expect(JSON.stringify(everyRowOf([talk.id]))).not.toContain("in the shed");
	});

	test("of one side is not asked about at the other", async () => {
		await fromOwner({ isProved: false });
		expect(await subjectsTo(owner.email)).toContain("Was this you?");
		expect(await subjectsTo(talk.email)).not.toContain("Was this you?");
	});

	test("is held from the third in a row with the same text on, and another text is not", async () => {
		for (let n = 0; n < 4; n += 1) await fromVisitor({ text: "Thank you for your mail." });
		expect(await thread()).toHaveLength(2);
		expect(outcomes().slice(-2)).toEqual(["held: repeated", "held: repeated"]);
		await fromVisitor({ text: "It is in the shed." });
		await fromVisitor({ text: "Thank you for your mail." });
		expect(await thread()).toHaveLength(4);
	});

	test("is held beyond twenty within the hour, and fits the next hour", async () => {
		for (let n = 0; n < 21; n += 1) await fromVisitor({ text: `Number ${n}` });
		expect(await thread()).toHaveLength(20);
		expect(outcomes().at(-1)).toBe("held: too-many");
		await fromOwner();
		advance(HOUR_MS);
		await fromVisitor();
		expect(await thread()).toHaveLength(22);
	});

	test("is asked about once while it waits, whoever sends how many", async () => {
		for (let n = 0; n < 60; n += 1) await fromVisitor({ from: `${n}@else.example` });
		const asked = (await subjectsTo(talk.email)).filter((subject) => subject === "Was this you?");
		expect(asked).toHaveLength(1);
		expect(outcomes()).toHaveLength(50);
	});
});

describe("a mail that adds nothing", () => {
	test.each<[string, Partial<IncomingMail>, string[]]>([
		["an automatic one", { automatic: "Auto-Submitted" }, ["automatic"]],
		[
			"an automatic one that nobody proves",
			{ automatic: "List-Id", isProved: false },
			["automatic"],
		],
		["one without a visible character", { text: "\u200b \n\u00a0" }, ["empty"]],
		["one to an altered address", { recipients: ["reply+v@in.smallprint.example"] }, []],
		["one to nobody", { recipients: [] }, []],
	])("%s changes nothing in the conversation and causes no mail", async (_, traits, expected) => {
		await withoutChange(() => fromVisitor(traits), ["InboundMail", "RateLimit"]);
		expect(outcomes()).toEqual(expected);
	});

	test("says once a day that the conversation is closed, and where a new one begins", async () => {
		await setStatus("closed");
		await fromVisitor();
		await fromVisitor();
		await fromVisitor({ from: "someone@else.example" });
		expect(await thread()).toEqual([]);
		expect(outcomes()).toEqual(["closed", "closed", "closed"]);
		const told = async () =>
			(await mailTo(talk.email)).filter(({ subject }) => /closed/.test(subject));
		expect(await told()).toHaveLength(1);
		expect((await told())[0]?.text).toContain(`/forms/${form.slug}`);
		advance(DAY_MS);
		await fromVisitor();
		expect(await told()).toHaveLength(2);
	});
});

describe("what is kept of mails", () => {
	test("goes after a week where it is held, else after 30 days", async () => {
		await fromVisitor({ isProved: false });
		await fromVisitor();
		await fromVisitor({ automatic: "Auto-Submitted" });
		advance(7 * DAY_MS);
		await forgetInboundMail();
		expect(outcomes()).toHaveLength(3);
		advance(1);
		await forgetInboundMail();
		expect(outcomes()).toEqual(["added", "automatic"]);
		advance(23 * DAY_MS);
		await forgetInboundMail();
		expect(outcomes()).toEqual([]);
		expect(await thread()).toHaveLength(1);
	});

	test("goes with its conversation", async () => {
		await fromVisitor({ from: freshEmail() });
		const [id] = rowsOf("InboundMail", talk.id).map((row) => String(row.id));
		await decideHeld({ submissionId: talk.id, side: "visitor" }, id ?? "", "remember");
		await fromVisitor({ isSpam: true });
		expect(rowsOf("KnownSender", talk.id)).toHaveLength(1);
		await deleteSubmissions(owner, [talk.id]);
		expect([...rowsOf("InboundMail", talk.id), ...rowsOf("KnownSender", talk.id)]).toEqual([]);
		await fromVisitor();
		expect(rowsOf("InboundMail", talk.id)).toEqual([]);
	});
});

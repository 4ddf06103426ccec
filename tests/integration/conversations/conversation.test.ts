import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess, UserAccess } from "#app/accounts/access.server.ts";
import { grantPlan } from "#app/admin/administration.server.ts";
import { listActs } from "#app/admin/audit.server.ts";
import { readConversation, writeAsOwner } from "#app/conversations/conversation.server.ts";
import {
	type AnswererAccess,
	accessToAnswer,
	giveReason,
	mayRead,
} from "#app/conversations/conversation-access.server.ts";
import {
	extendSession,
	requestSession,
	SessionExpired,
	sessionMsLeft,
} from "#app/conversations/conversation-session.server.ts";
import { watchConversation } from "#app/conversations/conversation-watcher.server.ts";
import { deleteNote, NOTES_MAX, writeNote } from "#app/conversations/internal-note.server.ts";
import {
	deleteReply,
	fillReply,
	listSavedReplies,
	saveReply,
	updateReply,
} from "#app/conversations/saved-reply.server.ts";
import {
	messageSchema,
	type SubmissionDetails,
	savedReplySchema,
	submissionDetailsSchema,
} from "#app/conversations/schema.ts";
import { readSubmission, updateSubmission } from "#app/conversations/submission-details.server.ts";
import { listSubmissions } from "#app/conversations/submission-list.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#app/platform/time.ts";
import { faultsOf } from "../../kit/faults.ts";
import { mailTo } from "../../kit/mailed.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { withoutChange } from "../../kit/rows.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createAdmin } from "../../kit/world/admin.ts";
import {
	answererOf,
	createConversation,
	createDesk,
	mailedLink,
	submitForm,
	type Talk,
	ask as write,
	reply as writeReply,
} from "../../kit/world/conversation.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";

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

function ask(message: string, requestId?: string): Promise<void> {
	return write(talk, message, requestId);
}

function reply(message: string, requestId?: string): Promise<void> {
	return writeReply(owner, talk, message, requestId);
}

async function thread() {
	const { messages } = await readSubmission(answerer);
	return messages.map(({ senderType, message }) => `${senderType}: ${message}`);
}

/** Opens a session by the newest mail to the visitor. */
async function openNewestLink(): Promise<void> {
	const link = await mailedLink(talk.email);
	expect(await extendSession(link.id, link.token)).toBe(talk.token);
}

async function subjectsTo(email: string): Promise<string[]> {
	return (await mailTo(email)).map(({ subject }) => subject).reverse();
}

const details: SubmissionDetails = {
	status: "new",
	priority: "normal",
	tags: [],
	notes: "",
};

function note(text: string, requestId = crypto.randomUUID()): Promise<void> {
	return writeNote(answerer, { text, requestId });
}

function setStatus(status: SubmissionDetails["status"]): Promise<void> {
	return updateSubmission(answerer, { ...details, status });
}

describe("a message", () => {
	test("of either side stands in the thread that both see, in its order", async () => {
		await ask("One");
		await reply("Two\nlines");
		await ask("🌱 Three");
		expect(await thread()).toEqual(["user: One", "admin: Two\nlines", "user: 🌱 Three"]);
		const { thread: seen } = await readConversation(talk.visitor);
		expect(seen?.messages.map(({ message }) => message)).toEqual(["One", "Two\nlines", "🌱 Three"]);
	});

	test("that is sent twice by one page, also at once, is said once and mailed once", async () => {
		await reply("Hello");
		const [asked, replied] = [crypto.randomUUID(), crypto.randomUUID()];
		await Promise.all(Array.from({ length: 5 }, () => ask("Again?", asked)));
		await Promise.all(Array.from({ length: 5 }, () => reply("Yes", replied)));
		await ask("Again?", asked);
		expect(await thread()).toEqual(["admin: Hello", "user: Again?", "admin: Yes"]);
		expect(await mailTo(owner.email)).toHaveLength(2);
		expect(listSubmissions(app, {}).submissions).toMatchObject([
			{ messageCount: 3, lastSender: "admin", isNew: false },
		]);
	});

	test("that is changed and sent again, after the first answer was lost, is another one", async () => {
		const [asked, replied] = [crypto.randomUUID(), crypto.randomUUID()];
		await ask("Again?", asked);
		for (const press of [1, 2, 1]) await ask(`Again? ${"Please".repeat(press)}`, asked);
		await reply("Yes", replied);
		for (let press = 1; press <= 2; press += 1) await reply("Yes, of course", replied);
		await reply("Yes", replied);
		const words = (await thread()).map((line) => line.replace(/^[a-z]+: /, ""));
		const asks = ["Again?", "Again? Please", "Again? PleasePlease"];
		expect(words).toEqual([...asks, "Yes", "Yes, of course"]);
	});

	test("that is sent again to resolve it, after the first answer was lost, resolves once", async () => {
		const admin = await createUser({ adminRole: "support" });
		const access = await answererOf(admin, talk);
		const again = { message: "Done.", requestId: crypto.randomUUID() };
		await writeAsOwner(access, again);
		await writeAsOwner(access, { ...again, isResolved: true });
		await withoutChange(() => writeAsOwner(access, { ...again, isResolved: true }));
		expect(await readSubmission(answerer)).toMatchObject({ status: "resolved" });
		expect(await thread()).toEqual(["admin: Done."]);
		const { rows: acts } = await listActs(await createAdmin("admin"), {
			targetId: talk.id,
			before: null,
		});
		expect(acts.map(({ action }) => action)).toEqual(["update_submission", "answer_conversation"]);
		await ask("Not quite");
		await withoutChange(() => writeAsOwner(access, { ...again, isResolved: true }));
	});

	test("is refused once its side has written 30 within the hour, until there is room", async () => {
		for (let n = 1; n <= 30; n += 1) await reply(`${n}`);
		const refusal = await withoutChange(() => refusalOf(reply("One more")));
		expect(refusal).toMatchObject({
			message: "You have written 30 messages within the hour. You can send this one in 60 minutes.",
			status: 429,
			retryAfterSeconds: 3600,
		});
		await ask("The other side can still write.");
		advance(HOUR_MS);
		await reply("One more");
	});

	test("that was stored is the same message even after the session ended", async () => {
		const requestId = crypto.randomUUID();
		await ask("Once", requestId);
		advance(HOUR_MS);
		await ask("Once", requestId);
		expect(await thread()).toEqual(["user: Once"]);
	});

	test("is neither empty nor longer than 5,000 characters", () => {
		const faults = (message?: string) =>
			faultsOf(messageSchema, { message, request_id: crypto.randomUUID() });
		for (const empty of [undefined, "", " \n ", "\u200b"]) {
			expect(faults(empty)).toEqual(["Please write a message."]);
		}
		expect(faults("🌱".repeat(5_000))).toEqual([]);
		for (const long of ["🌱".repeat(5_001), "a".repeat(1_000_000)]) {
			expect(faults(long)).toEqual(["Please use at most 5000 characters."]);
		}
	});
});

describe("a visitor who writes", () => {
	test.each([
		["opens a resolved conversation again", "resolved", "in_progress"],
		["leaves a new one as it is", "new", "new"],
		["leaves one in progress as it is", "in_progress", "in_progress"],
	] as const)("%s", async (_what, before, after) => {
		await setStatus(before);
		await ask("Hello");
		expect(await readSubmission(answerer)).toMatchObject({ status: after });
	});

	test("is refused when the conversation is closed, and nothing is written", async () => {
		await setStatus("closed");
		expect((await withoutChange(() => refusalOf(ask("Hello?")))).message).toBe(
			"This conversation is closed. Please send the form again to start a new one.",
		);
	});

	test("is told when the session ended while they typed, and nothing is written", async () => {
		advance(HOUR_MS - 1);
		await ask("In time");
		advance(1);
		const refusal = await withoutChange(() => refusalOf(ask("Too late")));
		expect(refusal).toBeInstanceOf(SessionExpired);
		expect(refusal.message).toBe("Your session has expired. Please request a new session link.");
	});

	test("makes one notice to the owner for each turn", async () => {
		expect(await mailTo(owner.email)).toHaveLength(1);
		await ask("One");
		await ask("Two");
		expect(await mailTo(owner.email)).toHaveLength(1);
		await reply("Answer");
		await ask("Three");
		await ask("Four");
		const [notice, ...earlier] = await mailTo(owner.email);
		expect(earlier).toHaveLength(1);
		expect(notice?.text).toContain("Three");
		expect(notice?.subject).toBe("Re: Vera Visitor wrote to Pocket Garden");
	});

	test("tells the owner who resolved the conversation without a reply", async () => {
		await setStatus("resolved");
		await ask("It still crashes");
		await ask("Every time");
		const [notice, ...earlier] = await mailTo(owner.email);
		expect(earlier).toHaveLength(1);
		expect(notice?.text).toContain("It still crashes");
	});

	test("reopens what was resolved, also if its owner saves details that were shown before", async () => {
		await setStatus("resolved");
		await ask("It still crashes");
		const shown = { ...details, shown_status: "resolved" } as const;
		await updateSubmission(answerer, { ...shown, status: "resolved", priority: "high" });
		expect(await readSubmission(answerer)).toMatchObject({
			status: "in_progress",
			priority: "high",
		});
		await updateSubmission(answerer, { ...shown, status: "closed" });
		expect(await readSubmission(answerer)).toMatchObject({ status: "closed" });
	});

	test("does not extend the session by writing", async () => {
		advance(MINUTE_MS);
		await ask("Hello");
		expect(await sessionMsLeft(talk.visitor)).toBe(HOUR_MS - MINUTE_MS);
	});
});

describe("an owner who answers", () => {
	test("does not extend the visitor's session, nor open one", async () => {
		advance(MINUTE_MS);
		await reply("Hello");
		expect(await sessionMsLeft(talk.visitor)).toBe(HOUR_MS - MINUTE_MS);
		advance(HOUR_MS);
		await reply("Still there?");
		expect(await sessionMsLeft(talk.visitor)).toBe(0);
	});

	test("causes no mail while the session is open, to the last millisecond", async () => {
		const before = await subjectsTo(talk.email);
		advance(HOUR_MS - 1);
		await reply("Hello");
		expect(await subjectsTo(talk.email)).toEqual(before);
		advance(1);
		await reply("Hello again");
		expect(await subjectsTo(talk.email)).toEqual([...before, "Your message to Pocket Garden"]);
	});

	test("mails the text and a session link, and no second one until the first was opened", async () => {
		advance(HOUR_MS);
		await reply("The <b>answer</b>\nis 42.");
		const [mail] = await mailTo(talk.email);
		expect(mail?.text).toContain("The <b>answer</b>\nis 42.");
		expect(mail?.html).toContain("The &lt;b&gt;answer&lt;/b&gt;<br>is 42.");
		const sent = await subjectsTo(talk.email);
		await reply("And another thing.");
		advance(48 * HOUR_MS);
		await reply("And one more.");
		expect(await subjectsTo(talk.email)).toEqual(sent);
		await requestSession(talk.visitor);
		await openNewestLink();
		await reply("You see this one.");
		expect(await subjectsTo(talk.email)).toEqual([...sent, "Your conversation with Pocket Garden"]);
		advance(HOUR_MS);
		await reply("You get this one.");
		expect((await mailTo(talk.email))[0]?.text).toContain("You get this one.");
		await openNewestLink();
		const { thread: seen } = await readConversation(talk.visitor);
		expect(seen?.messages).toHaveLength(5);
	});

	test("mails one notice even when several answers come at once", async () => {
		advance(HOUR_MS);
		await Promise.all(["One", "Two", "Three"].map((text) => reply(text)));
		expect(
			(await subjectsTo(talk.email)).filter((subject) => subject.includes("Your message to")),
		).toHaveLength(1);
		expect(await thread()).toHaveLength(3);
	});

	test("cannot reach a visitor who is not verified, and nothing is written", async () => {
		const waiting = await submitForm(app, form);
		const refusal = await withoutChange(() => refusalOf(writeReply(owner, waiting, "Hello")));
		expect(refusal.message).toBe(
			"This visitor has not verified the e-mail address yet, so a reply could not reach them.",
		);
	});

	test("may answer without Pro, since only new forms need it", async () => {
		await grantPlan(owner.email, "free");
		await ask("Are you there?");
		await reply("Yes");
		await setStatus("resolved");
		expect(await readSubmission(answerer)).toMatchObject({ status: "resolved" });
		expect(await thread()).toEqual(["user: Are you there?", "admin: Yes"]);
	});
});

describe("who may answer", () => {
	test.each(["super_admin", "admin", "support"] as const)(
		"includes a %s, in the owner's place",
		async (adminRole) => {
			const admin = await createUser({ adminRole });
			const { userId, email } = admin;
			const access = { userId, email, submissionId: talk.id, isAdministrator: true };
			expect(await answererOf(admin, talk)).toEqual(access);
			await writeReply(admin, talk, "Hi");
			expect(await thread()).toEqual(["admin: Hi"]);
		},
	);

	test("lets an administrator read for a day after giving a reason, that conversation alone", async () => {
		const admin = await createUser({ adminRole: "support" });
		const access = await answererOf(admin, talk);
		const other = { ...access, submissionId: crypto.randomUUID() };
		expect([await mayRead(answerer), await mayRead(access)]).toEqual([true, false]);
		await giveReason(access, "The owner asked for help.");
		expect([await mayRead(access), await mayRead(other)]).toEqual([true, false]);
		advance(DAY_MS);
		expect(await mayRead(access)).toBe(false);
	});

	test("includes the owner, and nobody else", async () => {
		expect(answerer).toMatchObject({ isAdministrator: false });
		const { owner: stranger, ...theirs } = await createDesk();
		await createConversation(theirs.app, theirs.form);
		expect(await accessToAnswer(stranger, talk.id)).toBeNull();
		expect(await accessToAnswer(owner, "unknown")).toBeNull();
		expect(await accessToAnswer(owner, "")).toBeNull();
	});
});

describe("what an owner keeps about a submission", () => {
	test("is shown to the owner, and of it only status and notes to the visitor", async () => {
		const kept: SubmissionDetails = {
			status: "in_progress",
			priority: "urgent",
			tags: ["billing", "vip"],
			notes: "We look into it",
		};
		await updateSubmission(answerer, kept);
		await ask("And another thing");
		await note("rude last time");
		await reply("Yes?");
		await note("rude this time, too");
		expect(await readSubmission(answerer)).toMatchObject({
			...kept,
			internalNotes: [{ text: "rude last time" }, { text: "rude this time, too" }],
		});
		const seen = await readConversation(talk.visitor);
		expect(seen).toMatchObject({ status: "in_progress", thread: { notes: "We look into it" } });
		expect(JSON.stringify(seen)).not.toMatch(/rude|urgent|vip|billing/);
		advance(HOUR_MS);
		expect(JSON.stringify(await readConversation(talk.visitor))).not.toContain("look into it");
	});

	test("saved again as it is changes nothing", async () => {
		await setStatus("resolved");
		advance(MINUTE_MS);
		await withoutChange(() => setStatus("resolved"));
	});

	test("may take any status after any other", async () => {
		const statuses = ["closed", "new", "resolved", "in_progress", "closed", "resolved"] as const;
		for (const status of statuses) {
			await setStatus(status);
			expect(await readSubmission(answerer)).toMatchObject({ status });
		}
	});

	test("has tags between commas: 20 of 40 characters, none twice", () => {
		const parse = (tags?: string) => submissionDetailsSchema.parse({ ...details, tags }).tags;
		expect(parse(" a, b ,,a, c d ")).toEqual(["a", "b", "c d"]);
		expect(parse()).toEqual([]);
		const many = Array.from({ length: 21 }, (_, n) => `t${n}`);
		expect(parse(many.slice(1).join(","))).toHaveLength(20);
		expect(parse("🌱".repeat(40))).toHaveLength(1);
		const faults = (tags: string) => faultsOf(submissionDetailsSchema, { ...details, tags });
		expect(faults(many.join(","))).toEqual(["Please use at most 20 tags."]);
		expect(faults("🌱".repeat(41))).toEqual(["Please use at most 40 characters for a tag."]);
	});

	test("has a status and a priority that there are", () => {
		const faults = (change: object) =>
			faultsOf(submissionDetailsSchema, { ...details, tags: "", ...change });
		expect(faults({ status: "open" })).toEqual(["Please choose a status."]);
		expect(faults({ priority: "__proto__" })).toEqual(["Please choose a priority."]);
		expect(faults({ notes: "a".repeat(5_001) })).toEqual(["Please use at most 5000 characters."]);
		expect(faults({})).toEqual([]);
	});
});

describe("internal notes", () => {
	test("stand below what was the newest message, on the page of that message", async () => {
		await ask("One");
		await note("About one");
		await reply("Two");
		await note("About two");
		const { messages, internalNotes } = await readSubmission(answerer);
		const [one, two] = messages.map(({ id }) => id);
		expect(internalNotes.map(({ afterMessageId }) => afterMessageId)).toEqual([one, two]);
		const before = await readSubmission(answerer, two);
		expect(before.internalNotes.map(({ text }) => text)).toEqual(["About one"]);
	});

	test("are written once by one page, 50 in a conversation, and deleted one by one", async () => {
		const requestId = crypto.randomUUID();
		await Promise.all([note("Once", requestId), note("Once", requestId)]);
		for (let press = 1; press <= 2; press += 1) await note("Changed", requestId);
		for (let n = 3; n <= NOTES_MAX; n += 1) await note(`${n}`);
		expect((await withoutChange(() => refusalOf(note("One more")))).message).toBe(
			"A conversation holds 50 internal notes. Please delete one before you add another.",
		);
		const { internalNotes } = await readSubmission(answerer);
		expect(internalNotes).toHaveLength(NOTES_MAX);
		const id = internalNotes[0]?.id ?? 0;
		const other = await createConversation(app, form);
		await withoutChange(async () => deleteNote(await answererOf(owner, other), id));
		await deleteNote(answerer, id);
		await note("One more");
	});

	test("reach the visitor by no page, no mail and no stream", async () => {
		const heard: string[] = [];
		const stop = watchConversation(talk.id, {
			onChange: () => heard.push("changed"),
			onEnd: () => heard.push("ended"),
		});
		await note("Nobody but us");
		await ask("Hello");
		advance(HOUR_MS);
		await reply("Good morning");
		await expect.poll(() => heard.length).toBe(2);
		stop();
		await openNewestLink();
		const mails = [...(await mailTo(talk.email)), ...(await mailTo(owner.email))];
		const seen = JSON.stringify([await readConversation(talk.visitor), mails]);
		expect(seen).toContain("Good morning");
		expect(seen).not.toContain("Nobody but us");
	});
});

describe("saved replies", () => {
	test("are changed under the same or a new title, by their owner, and clash with no other", async () => {
		await saveReply(owner, { title: "Thanks", text: "Thank you!" });
		await saveReply(owner, { title: "Bye", text: "Good bye." });
		const [bye, thanks] = await listSavedReplies(owner);
		const change = (access: UserAccess, title: string) =>
			updateReply(access, thanks?.id ?? "", { title, text: "Changed" });
		expect(await change(owner, "Thanks a lot")).toBe(true);
		expect((await withoutChange(() => refusalOf(change(owner, "Bye")))).message).toBe(
			"Another reply has this title. Please choose a different one.",
		);
		const stranger = await createUser();
		expect(await withoutChange(() => change(stranger, "Theirs"))).toBe(false);
		expect(await listSavedReplies(owner)).toEqual([
			bye,
			{ id: thanks?.id, title: "Thanks a lot", text: "Changed" },
		]);
	});

	test("greet the visitor by name, or without one, and name the app", () => {
		const text = "Hi {{name}}, {{ APP }} thanks you. {{other}} $&";
		const filled = (name: string) => fillReply(text, { name, app: "Pocket Garden" });
		expect(filled("$1 {{app}}")).toBe("Hi $1 {{app}}, Pocket Garden thanks you. {{other}} $&");
		expect(filled("")).toBe("Hi there, Pocket Garden thanks you. {{other}} $&");
	});

	test("are one's own, by title, and replaced by the same title", async () => {
		const stranger = await createUser();
		await saveReply(owner, { title: "Thanks", text: "Thank you!" });
		await saveReply(owner, { title: "Bye", text: "Good bye." });
		await saveReply(owner, { title: "Thanks", text: "Thanks a lot!" });
		await saveReply(stranger, { title: "Thanks", text: "Theirs" });
		const own = await listSavedReplies(owner);
		expect(own.map(({ title, text }) => [title, text])).toEqual([
			["Bye", "Good bye."],
			["Thanks", "Thanks a lot!"],
		]);
		await withoutChange(() => deleteReply(stranger, own[0]?.id ?? ""));
		await deleteReply(owner, own[0]?.id ?? "");
		expect(await listSavedReplies(owner)).toHaveLength(1);
		expect(await listSavedReplies(stranger)).toHaveLength(1);
	});

	test("are 50 at most, also when many are saved at once", async () => {
		await Promise.allSettled(
			Array.from({ length: 55 }, (_, n) => saveReply(owner, { title: `Reply ${n}`, text: "x" })),
		);
		const kept = await listSavedReplies(owner);
		expect(kept).toHaveLength(50);
		const saveOneMore = () => saveReply(owner, { title: "One more", text: "x" });
		expect((await withoutChange(() => refusalOf(saveOneMore()))).message).toBe(
			"You can keep 50 replies. Please delete one before you save another.",
		);
		await saveReply(owner, { title: kept[0]?.title ?? "", text: "changed" });
		await deleteReply(owner, kept[1]?.id ?? "");
		await saveOneMore();
		expect(await listSavedReplies(owner)).toHaveLength(50);
	});

	test("need a title and a text", () => {
		expect(faultsOf(savedReplySchema, { title: " ", text: " " })).toEqual([
			"Please give the reply a title.",
			"Please write the reply.",
		]);
	});
});

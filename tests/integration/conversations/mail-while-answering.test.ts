import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { conversationMailJob } from "#app/conversations/by-mail/message-mail.server.ts";
import {
	extendOpenSession,
	extendSession,
} from "#app/conversations/conversation-session.server.ts";
import { saveNotifications } from "#app/conversations/inbox/notifications.server.ts";
import { answerRequest } from "#app/deletion-requests/requests/outcome.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { mailMessages } from "../../kit/jobs.ts";
import { mailTo } from "../../kit/mailed.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import {
	ask,
	createConversation,
	createDesk,
	mailedLink,
	reply,
	type Talk,
} from "../../kit/world/conversation.ts";
import { createDeletionRequest } from "../../kit/world/deletion-request.ts";
import { mailIn } from "../../kit/world/incoming-mail.ts";
import type { TestUser } from "../../kit/world/user.ts";

let owner: TestUser;
let app: AppAccess;
let form: { slug: string };
let talk: Talk;
let advance: (ms: number) => void;

beforeEach(async () => {
	advance = stopClock();
	({ owner, app, form } = await createDesk());
	talk = await createConversation(app, form);
});

function byMail(side: "visitor" | "owner", text: string) {
	return mailIn(side, talk, { from: side === "visitor" ? talk.email : owner.email, text });
}

/** Says by page as the visitor, in a session of their own. */
async function onPage(message: string) {
	const link = await mailedLink(talk.email);
	await extendSession(link.id, link.token);
	await ask(talk, message);
}

/** Lets time pass. Returns the texts of the mails that an address has got since `before`. */
async function nextMails(email: string, before: number, ms = MINUTE_MS): Promise<string[]> {
	advance(ms);
	await mailMessages();
	const mails = await mailTo(email);
	return mails
		.slice(0, mails.length - before)
		.toReversed()
		.map(({ text }) => text);
}

async function countTo(email: string): Promise<number> {
	return (await mailTo(email)).length;
}

describe("while the visitor answers by mail", () => {
	test("each of the owner's messages is mailed, those of a minute in one mail", async () => {
		await byMail("visitor", "And one more thing.");
		const before = await countTo(talk.email);
		await reply(owner, talk, "First answer");
		advance(59 * SECOND_MS);
		await reply(owner, talk, "Second answer");
		await mailMessages();
		expect(await countTo(talk.email)).toBe(before);
		const [mail, ...more] = await nextMails(talk.email, before);
		expect(more).toEqual([]);
		expect(mail).toMatch(/First answer\n\nSecond answer\n/);

		await reply(owner, talk, "Third answer");
		const [next, ...others] = await nextMails(talk.email, before + 1);
		expect(others).toEqual([]);
		expect(next).toContain("Third answer");
		expect(next).not.toContain("Second answer");
		expect(await nextMails(talk.email, before + 2)).toEqual([]);
	});

	test("a repeated run of the job mails nothing twice", async () => {
		await byMail("visitor", "And one more thing.");
		const before = await countTo(talk.email);
		await reply(owner, talk, "The answer");
		const job = { key: `${talk.id} visitor 0`, attempts: 1 };
		await Promise.all([conversationMailJob.run(job), conversationMailJob.run(job)]);
		await conversationMailJob.run({ ...job, attempts: 2 });
		expect(await countTo(talk.email)).toBe(before + 1);
	});

	test("it begins with what the visitor was not mailed, because the first was unopened", async () => {
		advance(2 * HOUR_MS);
		await reply(owner, talk, "Mailed");
		await reply(owner, talk, "Not mailed");
		const before = await countTo(talk.email);
		await byMail("visitor", "And one more thing.");
		const [mail, ...more] = await nextMails(talk.email, before);
		expect(more).toEqual([]);
		expect(mail).toContain("\n\nNot mailed\n\n");
		expect(mail).not.toContain("\n\nMailed\n\n");
	});

	test("a visitor who writes on the page is mailed as before", async () => {
		advance(2 * HOUR_MS);
		await reply(owner, talk, "Mailed");
		await byMail("visitor", "By mail");
		await reply(owner, talk, "Seen on the page");
		await onPage("On the page");
		const before = await countTo(talk.email);
		await reply(owner, talk, "Read in the session");
		expect(await nextMails(talk.email, before)).toEqual([]);
		advance(2 * HOUR_MS);
		await reply(owner, talk, "After the session");
		const [mail] = await nextMails(talk.email, before);
		expect(mail).toContain("After the session");
		expect(mail).not.toContain("Seen on the page");
	});

	test("what waits leaves before a mail that says more", async () => {
		const request = await createDeletionRequest(app);
		await mailIn("visitor", request, { from: request.email, text: "And my photos?" });
		await reply(owner, request, "Those, too.");
		const before = await countTo(request.email);
		await answerRequest(app, request.number, { outcome: "done", shown: "", text: "All gone." });
		const [done, answer] = await mailTo(request.email);
		expect(answer?.text).toContain("Those, too.");
		expect(answer?.text).not.toContain("All gone.");
		expect(done?.text).toContain("All gone.");
		expect(await nextMails(request.email, before + 2)).toEqual([]);
	});
});

describe("a reply that nobody may have read on the page", () => {
	test("is mailed once the session is over, with those that followed it", async () => {
		const before = await countTo(talk.email);
		await reply(owner, talk, "The quick answer");
		advance(20 * MINUTE_MS);
		await reply(owner, talk, "One more thing");
		expect(await nextMails(talk.email, before, 40 * MINUTE_MS - 1)).toEqual([]);
		const [mail, ...more] = await nextMails(talk.email, before, 1);
		expect(more).toEqual([]);
		expect(mail).toMatch(/The quick answer\n\nOne more thing\n/);
		await onPage("Thank you");
		expect(await nextMails(talk.email, before + 1, 2 * HOUR_MS)).toEqual([]);
	});

	test("is in the mail of a later reply that comes before its own", async () => {
		const before = await countTo(talk.email);
		await reply(owner, talk, "The quick answer");
		advance(HOUR_MS);
		await reply(owner, talk, "One more thing");
		const [mail, ...more] = await nextMails(talk.email, before);
		expect(more).toEqual([]);
		expect(mail).toMatch(/The quick answer\n\nOne more thing\n/);
	});

	test("is not mailed once the visitor has written below it", async () => {
		const before = await countTo(talk.email);
		await reply(owner, talk, "The answer");
		await ask(talk, "Thank you");
		expect(await nextMails(talk.email, before, 2 * HOUR_MS)).toEqual([]);
	});

	test("waits for the end of a session that was extended, which showed what was there", async () => {
		const before = await countTo(talk.email);
		await reply(owner, talk, "Shown");
		advance(30 * MINUTE_MS);
		await extendOpenSession(talk.visitor);
		advance(10 * MINUTE_MS);
		await reply(owner, talk, "Came later");
		expect(await nextMails(talk.email, before, 50 * MINUTE_MS - 1)).toEqual([]);
		const [mail, ...more] = await nextMails(talk.email, before, 1);
		expect(more).toEqual([]);
		expect(mail).toContain("Came later");
		expect(mail).not.toContain("Shown");
	});

	test("leaves before a mail that says more", async () => {
		const request = await createDeletionRequest(app);
		await reply(owner, request, "Give me a day.");
		const before = await countTo(request.email);
		await answerRequest(app, request.number, { outcome: "done", shown: "", text: "All gone." });
		const [done, answer] = await mailTo(request.email);
		expect(answer?.text).toContain("Give me a day.");
		expect(done?.text).toContain("All gone.");
		expect(await nextMails(request.email, before + 2, 2 * HOUR_MS)).toEqual([]);
	});
});

describe("while the owner answers by mail", () => {
	test("each of the visitor's messages is mailed, also several in one turn", async () => {
		await byMail("owner", "Which version?");
		const before = await countTo(owner.email);
		await ask(talk, "2.1");
		const [first] = await nextMails(owner.email, before);
		expect(first).toContain("2.1");
		await ask(talk, "No, 2.2");
		const [second, ...more] = await nextMails(owner.email, before + 1);
		expect(more).toEqual([]);
		expect(second).toContain("No, 2.2");
	});

	test("the settings of the account hold", async () => {
		await byMail("owner", "Which version?");
		await saveNotifications(owner, "none");
		const before = await countTo(owner.email);
		await ask(talk, "2.1");
		expect(await nextMails(owner.email, before)).toEqual([]);
	});

	test("nothing is mailed while the account is suspended, and all of it afterwards", async () => {
		const suspend = (suspendedAt: Date | null) =>
			transaction((tx) => tx.user.update({ where: { id: owner.userId }, data: { suspendedAt } }));
		await byMail("owner", "Which version?");
		await ask(talk, "2.1");
		await suspend(new Date());
		const before = await countTo(owner.email);
		expect(await nextMails(owner.email, before)).toEqual([]);
		await suspend(null);
		await ask(talk, "Hello?");
		const [mail] = await nextMails(owner.email, before);
		expect(mail).toMatch(/2\.1\n\nHello\?\n/);
	});
});

import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { readReplyAddress } from "#app/conversations/by-mail/reply-address.server.ts";
import { extendSession, requestSession } from "#app/conversations/conversation-session.server.ts";
import { answerRequest, takeBack } from "#app/deletion-requests/requests/outcome.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import { mailTo } from "../../kit/mailed.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import {
	ask,
	createConversation,
	createDesk,
	mailedLink,
	reply,
	submitForm,
} from "../../kit/world/conversation.ts";
import { createDeletionRequest } from "../../kit/world/deletion-request.ts";
import type { TestUser } from "../../kit/world/user.ts";

const NO_REPLY = "Please don't reply to this mail";
const MARKER = "— Write above this line —";

let owner: TestUser;
let app: AppAccess;
let form: { slug: string };
let advance: (ms: number) => void;

beforeEach(async () => {
	advance = stopClock();
	({ owner, app, form } = await createDesk());
});

async function newestTo(email: string) {
	const [mail] = await mailTo(email);
	if (!mail) throw new Error(`No mail to ${email}`);
	return mail;
}

/** A conversation of which the owner was told, and whose visitor got a reply by mail. */
async function createTalk() {
	const talk = await createConversation(app, form);
	advance(2 * HOUR_MS);
	await reply(owner, talk, "Here is your answer");
	return talk;
}

describe("a mail of a conversation", () => {
	test("is answered at an address of the side that gets it, and says so", async () => {
		const talk = await createTalk();
		const toVisitor = await newestTo(talk.email);
		const toOwner = await newestTo(owner.email);
		const submissionId = talk.id;
		expect(readReplyAddress(toVisitor.replyTo)).toEqual({ side: "visitor", submissionId });
		expect(readReplyAddress(toOwner.replyTo)).toEqual({ side: "owner", submissionId });
		for (const { text, html } of [toVisitor, toOwner]) {
			expect(text.startsWith(`${MARKER}\n\n`)).toBe(true);
			expect(text).toContain("Answer this mail, or open the conversation:\nhttp");
			expect(html).toContain(`>${MARKER}</p>`);
			expect(html).toContain("Answer this mail, or open the conversation:</p>");
			expect(text).not.toContain(NO_REPLY);
		}
		expect(toVisitor.text).toContain("The link works once, within the hour.");
	});

	test("says where to write instead when the form's owner takes no answers by mail", async () => {
		await transaction((tx) =>
			tx.form.updateMany({ where: { slug: form.slug }, data: { answersByMail: false } }),
		);
		const talk = await createTalk();
		for (const email of [talk.email, owner.email]) {
			const { replyTo, text } = await newestTo(email);
			expect(replyTo).toBe(env.supportEmail);
			expect(text).toContain(NO_REPLY);
			expect(text).not.toContain(MARKER);
			expect(text).not.toContain("Answer this mail");
		}
	});

	test("has its line in the form's language for the visitor, and in English for the owner", async () => {
		const description = "Schreiben Sie uns. Wir sind für Sie da und antworten auf Ihre Fragen.";
		await transaction((tx) =>
			tx.form.updateMany({ where: { slug: form.slug }, data: { description } }),
		);
		const talk = await createTalk();
		const [german, english] = [await newestTo(talk.email), await newestTo(owner.email)];
		expect(german.text).toMatch(/^— Über dieser Zeile schreiben —\n/);
		expect(english.text).toMatch(/^— Write above this line —\n/);
	});

	test("that brings a new link can be answered too", async () => {
		const talk = await createConversation(app, form);
		await requestSession(talk.visitor);
		const { subject, replyTo } = await newestTo(talk.email);
		expect(subject).toBe("Your conversation with Pocket Garden");
		expect(readReplyAddress(replyTo)?.side).toBe("visitor");
	});

	test("about a deletion request can be answered by either side", async () => {
		const { id, email, number } = await createDeletionRequest(app);
		await answerRequest(app, number, { outcome: "refused", shown: "", text: "Unknown name." });
		const toVisitor = await newestTo(email);
		expect(readReplyAddress(toVisitor.replyTo)).toEqual({ side: "visitor", submissionId: id });
		expect(toVisitor.text).toContain(
			"Answer this mail to write to Pocket Garden, or see your request:\n",
		);
		const other = await createDeletionRequest(app);
		await takeBack(other.number);
		const toOwner = await newestTo(owner.email);
		expect(readReplyAddress(toOwner.replyTo)).toEqual({ side: "owner", submissionId: other.id });
		expect(toOwner.text).toContain(
			"Answer this mail to write to them, or open the conversation:\n",
		);
	});

	test("that proves an address can't be answered: nobody is known to read it yet", async () => {
		const { email } = await submitForm(app, form);
		const { replyTo, text } = await newestTo(email);
		expect(replyTo).toBe(env.supportEmail);
		expect(text).toContain(NO_REPLY);
	});
});

describe("the thread of a conversation's mails", () => {
	const DOMAIN = "smallprint.example";
	const THEIRS = "<CAF=theirs@mail.example.com>";

	/** Notes that a side answered by mail, as it is noted of mails that come in. */
	async function storeAnswer(talk: { id: string }, messageIdHeader: string): Promise<void> {
		await transaction((tx) =>
			tx.inboundMail.create({
				data: {
					...{ carrierId: crypto.randomUUID(), submissionId: talk.id, side: "visitor" },
					...{ outcome: "added", messageIdHeader, receivedAt: clock.now() },
				},
			}),
		);
	}

	/** Mails a reply once the session and the notice of the one before are over. Returns the mail. */
	async function mailReply(talk: { id: string; email: string }, message: string) {
		advance(2 * HOUR_MS);
		const where = { id: talk.id };
		await transaction((tx) => tx.submission.update({ where, data: { noticeSentAt: null } }));
		await reply(owner, talk, message);
		return newestTo(talk.email);
	}

	test("has one subject for each side, which says Re: from the second mail on", async () => {
		const talk = await createTalk();
		expect((await newestTo(talk.email)).subject).toBe("Your message to Pocket Garden");
		expect((await newestTo(owner.email)).subject).toBe("Vera Visitor wrote to Pocket Garden");
		expect((await mailReply(talk, "More")).subject).toBe("Re: Your message to Pocket Garden");
		const link = await mailedLink(talk.email);
		await extendSession(link.id, link.token);
		await ask(talk, "Thanks");
		expect((await newestTo(owner.email)).subject).toBe("Re: Vera Visitor wrote to Pocket Garden");
	});

	test("refers to the first and to each earlier mail, and answers the other side's last", async () => {
		const talk = await createTalk();
		const first = await newestTo(talk.email);
		const root = `<${talk.id}.visitor@${DOMAIN}>`;
		expect(first.headers).toEqual({
			"Message-ID": `<${first.id}@${DOMAIN}>`,
			References: root,
			"Auto-Submitted": "auto-generated",
			"X-Auto-Response-Suppress": "All",
		});
		const second = await mailReply(talk, "More");
		expect(second.headers).toMatchObject({
			"In-Reply-To": `<${first.id}@${DOMAIN}>`,
			References: `${root} <${first.id}@${DOMAIN}>`,
		});
		advance(HOUR_MS);
		await storeAnswer(talk, THEIRS);
		const third = await mailReply(talk, "And more");
		expect(third.headers).toMatchObject({
			"In-Reply-To": THEIRS,
			References: `${root} <${first.id}@${DOMAIN}> <${second.id}@${DOMAIN}> ${THEIRS}`,
		});
		expect((await newestTo(owner.email)).headers?.References).toBe(`<${talk.id}.owner@${DOMAIN}>`);
	});

	test("leaves out an id that would be a header of its own, and mails that stand apart", async () => {
		const talk = await createTalk();
		const first = await newestTo(talk.email);
		await storeAnswer(talk, "<a@b.example>\r\nBcc: eve@example.com");
		advance(2 * HOUR_MS);
		await requestSession(talk.visitor);
		const apart = await newestTo(talk.email);
		expect(Object.keys(apart.headers ?? {})).not.toContain("References");
		const { headers } = await mailReply(talk, "More");
		expect(headers?.["In-Reply-To"]).toBe(`<${first.id}@${DOMAIN}>`);
		expect(headers?.References).not.toContain(apart.id);
	});
});

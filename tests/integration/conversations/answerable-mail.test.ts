import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { readReplyAddress } from "#app/conversations/by-mail/reply-address.server.ts";
import { requestSession } from "#app/conversations/conversation-session.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import { mailTo } from "../../kit/mailed.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createConversation, createDesk, reply, submitForm } from "../../kit/world/conversation.ts";
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

	test("that brings a new link can be answered too", async () => {
		const talk = await createConversation(app, form);
		await requestSession(talk.visitor);
		const { subject, replyTo } = await newestTo(talk.email);
		expect(subject).toBe("Your conversation with Pocket Garden");
		expect(readReplyAddress(replyTo)?.side).toBe("visitor");
	});

	test("that proves an address can't be answered: nobody is known to read it yet", async () => {
		const { email } = await submitForm(app, form);
		const { replyTo, text } = await newestTo(email);
		expect(replyTo).toBe(env.supportEmail);
		expect(text).toContain(NO_REPLY);
	});
});

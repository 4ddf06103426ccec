import { openConversation } from "#app/addresses/visibility.ts";
import type { Side } from "#app/conversations/by-mail/reply-address.server.ts";
import type { AnswererAccess } from "#app/conversations/conversation-access.server.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { openToken, sealToken } from "#app/platform/crypto/seal.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { DAY_MS, HOUR_MS, later } from "#app/platform/time.ts";
import { addMail } from "./add-mail.server.ts";
import { type Addressed, addressOf, conversationColumns } from "./addressed.server.ts";
import type { Decision } from "./decisions.ts";
import { wasThisYou } from "./emails/was-this-you.ts";
import { type Content, openContent } from "./mail-content.server.ts";
import { REASONS, type Reason } from "./reasons.ts";

/** How many mails wait for one side of a conversation. More are dropped, because anybody may write. */
const HELD_MAX = 50;
export const KEEP_HELD_MS = 7 * DAY_MS;
const QUOTE_MAX = 200;
/** What the token of a mailed question is for. */
const LINK = "held mail";

/** Somebody who may say which mails of a side of a conversation are that side's. */
export type HeldAccess = { submissionId: string; side: Side };

/**
 * Returns the access of a conversation's owner to the mails that claim to be theirs; null for an
 * administrator.
 */
export function accessToHeld(access: AnswererAccess): HeldAccess | null {
	return access.isAdministrator ? null : { submissionId: access.submissionId, side: "owner" };
}

/** Returns the access that a mailed question gives, and the mail that it asks about; null for none. */
export async function readHeldLink(token: string) {
	const { id = "" } = openToken<{ id: string }>(LINK, token) ?? {};
	const mail = await db.inboundMail.findUnique({
		where: { id, submission: openConversation },
		select: {
			submissionId: true,
			side: true,
			submission: { select: { form: { select: { app: { select: { name: true } } } } } },
		},
	});
	if (!mail?.submissionId || !mail.submission) return null;
	const access: HeldAccess = { submissionId: mail.submissionId, side: mail.side as Side };
	return { access, mailId: id, appName: mail.submission.form.app.name };
}

export type HeldMail = Awaited<ReturnType<typeof listHeld>>[number];

/** Returns the mails that wait for a side's word, oldest first. */
export async function listHeld({ submissionId, side }: HeldAccess) {
	const mails = await db.inboundMail.findMany({
		where: { submissionId, side, outcome: "held", submission: openConversation },
		orderBy: { receivedAt: "asc" },
		take: HELD_MAX,
		select: { id: true, reason: true, sealedBody: true, receivedAt: true },
	});
	return mails.flatMap(({ id, reason, sealedBody, receivedAt }) => {
		const content = openContent(sealedBody);
		if (!content) return [];
		const { from, subject, text, files } = content;
		return [{ id, reason: reason as Reason, receivedAt, from, subject, text, files }];
	});
}

/** Returns why mails of each side are held, for the owner: a reason for each. */
export async function readHeldReasons({ submissionId }: { submissionId: string }) {
	const mails = await db.inboundMail.findMany({
		where: { submissionId, outcome: "held" },
		orderBy: { receivedAt: "asc" },
		take: 2 * HELD_MAX,
		select: { side: true, reason: true },
	});
	const of = (side: Side) =>
		mails.filter((mail) => mail.side === side).map(({ reason }) => reason as Reason);
	return { owner: of("owner"), visitor: of("visitor") };
}

/** Returns what became of a mail: held, added or discarded; null for another side's, or none. */
export async function readOutcome({ submissionId, side }: HeldAccess, id: string) {
	const where = { id, submissionId, side };
	const mail = await db.inboundMail.findUnique({ where, select: { outcome: true } });
	return mail?.outcome ?? null;
}

/** Does what the side says of a held mail. Throws Refusal where the mail can't be added. */
export function decideHeld(access: HeldAccess, id: string, decision: Decision): Promise<void> {
	if (decision === "discard") return discardHeld(access, id);
	return addHeld(access, { id, isRemembered: decision === "remember" });
}

/**
 * Adds a held mail to the conversation as its side's word, and remembers its address for this side
 * if `isRemembered`. Does nothing for one that is not held any more. Throws Refusal when the
 * conversation is closed.
 */
async function addHeld(
	{ submissionId, side }: HeldAccess,
	{ id, isRemembered }: { id: string; isRemembered: boolean },
): Promise<void> {
	await transaction(async (tx) => {
		const mail = await tx.inboundMail.findUnique({
			where: { id, submissionId, side, outcome: "held", submission: openConversation },
			select: { sealedBody: true, submission: { select: conversationColumns } },
		});
		const content = openContent(mail?.sealedBody ?? null);
		if (!mail?.submission || !content) return;
		if (side === "visitor" && mail.submission.status === "closed") throw new Refusal(CLOSED);
		await addMail(tx, { side, conversation: mail.submission }, { id, content });
		if (!isRemembered || content.from === "") return;
		const key = { submissionId, side, email: content.from };
		await tx.knownSender.upsert({
			where: { submissionId_side_email: key },
			update: {},
			create: { ...key, createdAt: clock.now() },
		});
	});
}

const CLOSED = "This conversation is closed, so nothing can be added to it.";

/** Throws a held mail away. Does nothing for one that is not held any more. */
async function discardHeld({ submissionId, side }: HeldAccess, id: string): Promise<void> {
	await transaction((tx) =>
		tx.inboundMail.updateMany({
			where: { id, submissionId, side, outcome: "held" },
			data: { outcome: "discarded", reason: "", sealedBody: null },
		}),
	);
}

/** Returns whether one more mail may be held for a side. */
export async function canHold(tx: Transaction, { side, conversation }: Addressed) {
	const where = { submissionId: conversation.id, side, outcome: "held" };
	return (await tx.inboundMail.count({ where })) < HELD_MAX;
}

/**
 * Asks a side's proved address whether it wrote a mail that is held, in the caller's transaction.
 * The answer's page shows all that are held. So nothing is asked while one of the last hour waits.
 */
export async function askAboutHeld(
	tx: Transaction,
	addressed: Addressed,
	{ id, content, reason }: { id: string; content: Content; reason: Reason },
): Promise<void> {
	const { side, conversation } = addressed;
	const asked = await tx.inboundMail.findFirst({
		where: {
			id: { not: id },
			submissionId: conversation.id,
			side,
			outcome: "held",
			receivedAt: { gt: later(clock.now(), -HOUR_MS) },
		},
		select: { id: true },
	});
	if (asked) return;
	const path =
		side === "owner"
			? paths.conversation.heldMails({ submissionId: conversation.id })
			: `${paths.visitor.heldMails}?${new URLSearchParams({ token: sealToken(LINK, { id }) })}`;
	await enqueueMail(tx, {
		dedupeKey: `was-this-you ${id}`,
		kind: "was-this-you",
		to: addressOf(addressed),
		thread: conversation.id,
		email: wasThisYou({
			appName: conversation.form.app.name,
			from: content.from,
			why: REASONS[reason],
			// Nobody gets spam from us.
			quote: reason === "spam" ? "" : quoted(content.text),
			url: env.appUrl + path,
		}),
	});
}

function quoted(text: string): string {
	const line = [...text.replace(/\s+/g, " ")];
	return line.length > QUOTE_MAX ? `${line.slice(0, QUOTE_MAX).join("")}…` : line.join("");
}

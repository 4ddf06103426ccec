import { openConversation } from "#app/addresses/visibility.ts";
import { clock } from "#app/platform/clock.server.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { enqueueJob, type Job, type JobKind } from "#app/platform/jobs/job.server.ts";
import { countUse } from "#app/platform/limits/limits.server.ts";
import { later, MINUTE_MS } from "#app/platform/time.ts";
import { isSessionOpen, mailSessionLink, SESSION_LINKS } from "../conversation-session.server.ts";
import { replyToVisitor } from "../emails/reply-to-visitor.ts";
import { mailOwner, VISITOR_SESSION_MS } from "../submission.server.ts";
import type { Side } from "./reply-address.server.ts";

/** Messages that follow each other within this time go in one mail. */
const GATHER_MS = MINUTE_MS;
/** How many messages one mail has. The others are in the conversation. */
const MESSAGES_A_MAIL = 50;

/** What each side's messages are marked with, and which column says what was mailed to it. */
const SIDES = {
	visitor: { senderType: "user", other: "owner", mailedTo: "mailedToVisitorId" },
	owner: { senderType: "admin", other: "visitor", mailedTo: "mailedToOwnerId" },
} as const;

type Message = { id: number; message: string };
type Via = "page" | "mail";

/** Mails a side what it was neither mailed nor shown. Its key begins with whom it is about. */
export const conversationMailJob: JobKind = {
	name: "conversation-mail",
	atOnce: 5,
	async run({ key }: Job) {
		const [submissionId = "", side] = key.split(" ");
		const dueAt = await transaction((tx) => mailWaiting(tx, submissionId, side as Side));
		return { next: dueAt ?? "done" };
	},
};

/**
 * Tells the owner of a visitor's message, in the transaction that stores it. An owner who answers by
 * mail gets each message, those of a minute in one mail (product.md, rule 78). Any other gets it at
 * once if `isDue`, and otherwise reads it on the page.
 */
export async function tellOwner(
	tx: Transaction,
	{ submissionId, via, ...message }: Message & { submissionId: string; via?: Via },
	{ isDue }: { isDue: boolean },
): Promise<void> {
	if (await wroteByMail(tx, submissionId, "owner")) await planMail(tx, submissionId, "owner");
	else if (isDue) await mailMessages(tx, submissionId, "owner", [message]);
	if (via === "mail") await planMail(tx, submissionId, "visitor");
}

/**
 * Tells the visitor of the owner's reply, in the transaction that stores it. A visitor who answers by
 * mail gets each reply, as the owner does. Any other gets it at once, or once the open session is
 * over, unless an earlier mail is still unopened (product.md, rule 38).
 */
export async function tellVisitor(
	tx: Transaction,
	{ submissionId, via }: { submissionId: string; via?: Via },
): Promise<void> {
	if (await wroteByMail(tx, submissionId, "visitor")) await planMail(tx, submissionId, "visitor");
	else {
		const dueAt = await mailWaiting(tx, submissionId, "visitor");
		if (dueAt) await planMail(tx, submissionId, "visitor", dueAt);
	}
	if (via === "mail") await planMail(tx, submissionId, "owner");
}

/**
 * Notes that a message to the visitor goes in a mail of another kind, in the transaction that stores
 * it. What waits for its mail leaves first.
 */
export async function noteMailed(tx: Transaction, submissionId: string, messageId: number) {
	await mailWaiting(tx, submissionId, "visitor", messageId);
	await setMailed(tx, submissionId, "visitor", messageId);
}

/** Returns whether a side answers by mail: whether its newest message came by mail. */
async function wroteByMail(tx: Transaction, submissionId: string, side: Side): Promise<boolean> {
	const newest = await tx.message.findFirst({
		where: { submissionId, senderType: SIDES[side].senderType },
		orderBy: { id: "desc" },
		select: { via: true },
	});
	return newest?.via === "mail";
}

/**
 * Has a side mailed what it does not know yet, by default in a minute. Whoever begins to answer by
 * mail may not have seen what the page alone has said until now. The key names what was mailed last,
 * so that a message that is stored while the job runs has a job of its own.
 */
async function planMail(
	tx: Transaction,
	submissionId: string,
	side: Side,
	dueAt = later(clock.now(), GATHER_MS),
): Promise<void> {
	const { [SIDES[side].mailedTo]: mailedId } = await tx.submission.findUniqueOrThrow({
		where: { id: submissionId },
		select: { mailedToVisitorId: true, mailedToOwnerId: true },
	});
	enqueueJob(tx, conversationMailJob, {
		key: `${submissionId} ${side} ${mailedId}`,
		dueAt,
	});
}

/**
 * Mails a side what it was neither mailed nor shown when it last wrote on the page; of that, what is
 * older than the message `before`. A visitor who reads on the page was also shown what was there
 * when the session began, and may still read the rest until it ends: then this returns its end, and
 * mails nothing. An owner who reads on the page is not mailed.
 */
async function mailWaiting(
	tx: Transaction,
	submissionId: string,
	side: Side,
	before?: number,
): Promise<Date | null> {
	const submission = await tx.submission.findFirst({
		where: { id: submissionId, verifiedAt: { not: null }, ...openConversation },
		select: {
			mailedToVisitorId: true,
			mailedToOwnerId: true,
			sessionEndsAt: true,
			noticeSentAt: true,
		},
	});
	if (!submission) return null;
	const { sessionEndsAt, noticeSentAt } = submission;
	const isByMail = await wroteByMail(tx, submissionId, side);
	if (!isByMail && (side === "owner" || noticeSentAt || !sessionEndsAt)) return null;
	const { senderType, other, mailedTo } = SIDES[side];
	const seen = await tx.message.findFirst({
		where: { submissionId, senderType, via: { not: "mail" } },
		orderBy: { id: "desc" },
		select: { id: true },
	});
	const newest = await tx.message.findMany({
		where: {
			submissionId,
			senderType: SIDES[other].senderType,
			id: { gt: Math.max(submission[mailedTo], seen?.id ?? 0), lt: before },
			...(!isByMail && sessionEndsAt && { createdAt: { gte: beginOf(sessionEndsAt) } }),
		},
		orderBy: { id: "desc" },
		take: MESSAGES_A_MAIL,
		select: { id: true, message: true },
	});
	const mayBeRead = !isByMail && before === undefined && isSessionOpen(sessionEndsAt);
	if (mayBeRead) return newest.length > 0 ? sessionEndsAt : null;
	await mailMessages(tx, submissionId, side, newest.toReversed());
	return null;
}

/** Returns when a session began, by its end. */
function beginOf(sessionEndsAt: Date): Date {
	return later(sessionEndsAt, -VISITOR_SESSION_MS);
}

async function mailMessages(
	tx: Transaction,
	submissionId: string,
	side: Side,
	messages: Message[],
): Promise<void> {
	const newest = messages.at(-1);
	if (!newest) return;
	const words = messages.map(({ message }) => message);
	if (side === "owner") await mailOwner(tx, submissionId, words);
	else await mailReply(tx, submissionId, words);
	await setMailed(tx, submissionId, side, newest.id);
}

async function setMailed(tx: Transaction, id: string, side: Side, messageId: number) {
	await tx.submission.update({
		where: { id },
		data: { [SIDES[side].mailedTo]: messageId },
		select: { id: true },
	});
}

/** Mails replies to the visitor with a session link. */
async function mailReply(tx: Transaction, submissionId: string, messages: string[]) {
	// Counts the link without enforcing the limit: a reply must always be mailed.
	countUse(tx, SESSION_LINKS, submissionId);
	await tx.submission.update({
		where: { id: submissionId },
		data: { noticeSentAt: clock.now() },
	});
	await mailSessionLink(tx, submissionId, {
		kind: "reply",
		compose: (content) => replyToVisitor({ ...content, messages }),
	});
}

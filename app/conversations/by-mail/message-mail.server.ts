import { openConversation } from "#app/addresses/visibility.ts";
import { clock } from "#app/platform/clock.server.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { enqueueJob, type Job, type JobKind } from "#app/platform/jobs/job.server.ts";
import { countUse } from "#app/platform/limits/limits.server.ts";
import { later, MINUTE_MS } from "#app/platform/time.ts";
import { mailSessionLink, SESSION_LINKS } from "../conversation-session.server.ts";
import { replyToVisitor } from "../emails/reply-to-visitor.ts";
import { mailOwner } from "../submission.server.ts";
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
type Written = Message & { submissionId: string; from: Side; via?: "page" | "mail" };

/** Mails a side that answers by mail what it was not told. Its key begins with whom it is about. */
export const conversationMailJob: JobKind = {
	name: "conversation-mail",
	atOnce: 5,
	async run({ key }: Job) {
		const [submissionId = "", side] = key.split(" ");
		await transaction((tx) => mailWaiting(tx, submissionId, side as Side));
		return { next: "done" };
	},
};

/**
 * Tells the other side of a message, in the transaction that stores it. A side that answers by mail
 * gets each message, those of a minute in one mail (product.md, rule 78). Any other gets it at once
 * if `isDue`, and otherwise reads it on the page.
 */
export async function tellOfMessage(
	tx: Transaction,
	{ submissionId, from, via, ...message }: Written,
	{ isDue }: { isDue: boolean },
): Promise<void> {
	const to = SIDES[from].other;
	if (await wroteByMail(tx, submissionId, to)) await planMail(tx, submissionId, to);
	else if (isDue) await mailMessages(tx, submissionId, to, [message]);
	// Whoever begins to answer by mail may not have seen what the page alone has said until now.
	if (via === "mail") await planMail(tx, submissionId, from);
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
 * The key names what was mailed last, so that a message that is stored while the job runs has a job
 * of its own.
 */
async function planMail(tx: Transaction, submissionId: string, side: Side): Promise<void> {
	const { [SIDES[side].mailedTo]: mailedId } = await tx.submission.findUniqueOrThrow({
		where: { id: submissionId },
		select: { mailedToVisitorId: true, mailedToOwnerId: true },
	});
	enqueueJob(tx, conversationMailJob, {
		key: `${submissionId} ${side} ${mailedId}`,
		dueAt: later(clock.now(), GATHER_MS),
	});
}

/**
 * Mails a side that still answers by mail what it was neither mailed nor shown when it last wrote on
 * the page; of that, what is older than the message `before`.
 */
async function mailWaiting(
	tx: Transaction,
	submissionId: string,
	side: Side,
	before?: number,
): Promise<void> {
	const submission = await tx.submission.findFirst({
		where: { id: submissionId, verifiedAt: { not: null }, ...openConversation },
		select: { mailedToVisitorId: true, mailedToOwnerId: true },
	});
	if (!submission || !(await wroteByMail(tx, submissionId, side))) return;
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
		},
		orderBy: { id: "desc" },
		take: MESSAGES_A_MAIL,
		select: { id: true, message: true },
	});
	await mailMessages(tx, submissionId, side, newest.toReversed());
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

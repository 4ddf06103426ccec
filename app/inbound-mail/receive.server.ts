import { openConversation } from "#app/addresses/visibility.ts";
import {
	type ReplyAddress,
	readReplyAddress,
} from "#app/conversations/by-mail/reply-address.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { countUse, type Limit } from "#app/platform/limits/limits.server.ts";
import { logEvent } from "#app/platform/log.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import { addMail } from "./add-mail.server.ts";
import { type Addressed, type Conversation, conversationColumns } from "./addressed.server.ts";
import { askAboutHeld, canHold } from "./held-mail.server.ts";
import type { IncomingMail } from "./inbound-mail.ts";
import { type Content, readContent, sealContent } from "./mail-content.server.ts";
import type { Reason } from "./reasons.ts";
import { tellClosed } from "./tell.server.ts";

/** How many mails to one conversation are added within the hour, and as many automatic ones kept. */
const MAILS: Limit = { name: "inbound mail", most: 20, windowMs: HOUR_MS };
/** How many mails in a row are added with the same text. */
const SAME_TEXTS = 2;

type Verdict =
	| { outcome: "added" | "closed" | "empty" }
	| { outcome: "automatic"; isShown: boolean }
	| { outcome: "held"; reason: Reason };

/**
 * Takes a mail that came in, and does what follows from it, in one transaction (product.md, rules
 * 74 to 76). A mail that comes again, or whose address is none of ours, changes nothing.
 */
export async function receiveMail(mail: IncomingMail): Promise<void> {
	const [to] = mail.recipients.flatMap((address) => readReplyAddress(address) ?? []);
	const outcome = to ? await take(mail, to) : "unknown";
	logEvent("mail came in", { outcome, ...to });
}

async function take(mail: IncomingMail, to: ReplyAddress): Promise<string> {
	const content = readContent(mail);
	return transaction(async (tx) => {
		const repeated = { where: { carrierId: mail.carrierId }, select: { id: true } };
		if (await tx.inboundMail.findUnique(repeated)) return "repeated";
		const conversation = await tx.submission.findUnique({
			where: { id: to.submissionId, verifiedAt: { not: null }, ...openConversation },
			select: conversationColumns,
		});
		if (!conversation) return "unknown";
		const addressed = { side: to.side, conversation };
		const verdict = await judge(tx, mail, content, addressed);
		if (verdict.outcome === "held" && !(await canHold(tx, addressed))) return "dropped";
		await store(tx, { carrierId: mail.carrierId, content, addressed, verdict });
		return verdict.outcome;
	});
}

/** Returns what is to become of a mail. Counts it, if it is one to add or to show. */
async function judge(
	tx: Transaction,
	mail: IncomingMail,
	{ text, files }: Content,
	addressed: Addressed,
): Promise<Verdict> {
	const { side, conversation } = addressed;
	const isFromSide = sendersOf(side, conversation).includes(mail.from);
	const isTrusted = isFromSide && mail.isProved && !mail.isSpam;
	const isAutomatic = mail.automatic !== null;
	const isRoom = () => countUse(tx, MAILS, `${isAutomatic} ${side} ${conversation.id}`) === 0;
	if (isAutomatic) return { outcome: "automatic", isShown: isTrusted && isRoom() };
	if (text === "" && files.length === 0) return { outcome: "empty" };
	if (side === "visitor" && conversation.status === "closed") return { outcome: "closed" };
	if (!isFromSide) return { outcome: "held", reason: "another-address" };
	if (!mail.isProved) return { outcome: "held", reason: "unproved" };
	if (mail.isSpam) return { outcome: "held", reason: "spam" };
	if (await isRepeated(tx, text, addressed)) return { outcome: "held", reason: "repeated" };
	return isRoom() ? { outcome: "added" } : { outcome: "held", reason: "too-many" };
}

/**
 * Returns whether a side's newest messages are mails with this very text. So writes a program that
 * does not say that it is one, and two of them would answer each other for ever, each hour anew.
 */
async function isRepeated(tx: Transaction, text: string, { side, conversation }: Addressed) {
	const newest = await tx.message.findMany({
		where: { submissionId: conversation.id, senderType: side === "visitor" ? "user" : "admin" },
		orderBy: { id: "desc" },
		take: SAME_TEXTS,
		select: { message: true, via: true },
	});
	const same = newest.filter(({ message, via }) => via === "mail" && message === text);
	return same.length === SAME_TEXTS;
}

/** Returns the addresses whose mail counts as a side's word: its proved one, and those it named. */
function sendersOf(side: Addressed["side"], { email, form, knownSenders }: Conversation): string[] {
	const known = knownSenders.filter((sender) => sender.side === side).map((sender) => sender.email);
	return [side === "visitor" ? email : form.user.email.toLowerCase(), ...known];
}

type Taken = { carrierId: string; content: Content; addressed: Addressed; verdict: Verdict };

async function store(tx: Transaction, { carrierId, content, addressed, verdict }: Taken) {
	const { side, conversation } = addressed;
	const { outcome } = verdict;
	const isKept = outcome === "held" || (outcome === "automatic" && verdict.isShown);
	const { id } = await tx.inboundMail.create({
		data: {
			carrierId,
			submissionId: conversation.id,
			side,
			outcome,
			reason: outcome === "held" ? verdict.reason : "",
			sealedBody: isKept ? sealContent(content) : null,
			receivedAt: clock.now(),
		},
	});
	if (outcome === "added") await addMail(tx, addressed, { id, content });
	if (outcome === "closed") await tellClosed(tx, addressed);
	if (outcome === "held") await askAboutHeld(tx, addressed, { id, content, ...verdict });
}

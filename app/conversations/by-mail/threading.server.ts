import type { Transaction } from "#app/platform/db/db.server.ts";
import { isMessageId, messageIdOf, referencesTo } from "#app/platform/mail/message-id.server.ts";
import type { Side } from "./reply-address.server.ts";

/** Mails about a conversation that stand outside of its thread. */
const OUTSIDE = ["verify-submission", "session-link", "was-this-you"];
/** Mails whose subject is the thread's. The others of a thread say by theirs what they are about. */
const MESSAGES = ["new-message", "reply"];
/** More than a mail refers to. */
const NEWEST = 10;

/** What makes mail programs show the mails of a conversation as one thread. */
type Threading = {
	/** What stands before the subject. */
	prefix: "" | "Re: ";
	headers: Record<string, string>;
};

type Next = { submissionId: string; to: Side; recipient: string; kind: string };

/**
 * Returns the headers of the next mail to one side. All mails to a side refer to a first one that
 * was never sent, so that they hold together when the carrier gave our mails other ids, and after
 * the earlier ones were forgotten. The headers are for mail programs: we find a conversation by the
 * address alone (product.md, rule 73).
 */
export async function readThreading(tx: Transaction, next: Next): Promise<Threading> {
	const { submissionId, to, kind } = next;
	if (OUTSIDE.includes(kind)) return { prefix: "", headers: {} };
	const earlier = await listEarlier(tx, next);
	const answered = earlier.findLast(({ isTheirs }) => isTheirs) ?? earlier.at(-1);
	const first = messageIdOf(`${submissionId}.${to}`);
	const ids = earlier.map(({ id }) => id);
	return {
		prefix: answered && MESSAGES.includes(kind) ? "Re: " : "",
		headers: {
			...(answered && { "In-Reply-To": answered.id }),
			References: referencesTo(first, ids),
		},
	};
}

/** Returns the newest mails to a side and of it, oldest first. */
async function listEarlier(tx: Transaction, { submissionId, to, recipient }: Next) {
	const ours = await tx.outboxMail.findMany({
		where: { thread: submissionId, recipient, kind: { notIn: OUTSIDE } },
		orderBy: { id: "desc" },
		take: NEWEST,
		select: { id: true, createdAt: true },
	});
	const theirs = await tx.inboundMail.findMany({
		where: { submissionId, side: to, outcome: "added", messageIdHeader: { not: "" } },
		orderBy: { receivedAt: "desc" },
		take: NEWEST,
		select: { messageIdHeader: true, receivedAt: true },
	});
	return [
		...ours.map(({ id, createdAt: at }) => ({ id: messageIdOf(id), at, isTheirs: false })),
		...theirs.map(({ messageIdHeader: id, receivedAt: at }) => ({ id, at, isTheirs: true })),
	]
		.filter(({ id }) => isMessageId(id))
		.sort((one, other) => one.at.getTime() - other.at.getTime());
}

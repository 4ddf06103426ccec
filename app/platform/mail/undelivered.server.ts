import { db } from "#app/platform/db/db.server.ts";

const UNDELIVERED_SHOWN = 20;

/**
 * Returns the newest 20 mails of a conversation that were given up or came back, oldest first, with
 * the reason.
 */
export async function listUndelivered(thread: string) {
	const mails = await db.outboxMail.findMany({
		where: { thread, failedAt: { not: null } },
		orderBy: { id: "desc" },
		take: UNDELIVERED_SHOWN,
		select: { kind: true, lastError: true, sentAt: true, failedAt: true },
	});
	return mails.toReversed().flatMap(({ kind, lastError, sentAt, failedAt }) => {
		if (!failedAt) return [];
		return [{ kind, reason: lastError ?? "", at: failedAt, wasSent: sentAt !== null }];
	});
}

import { Prisma } from "#app/generated/prisma/client.ts";
import { plain, type Transaction } from "#app/platform/db/db.server.ts";

const PREFIX = "notice:";

/** Returns the dedupe key of the mail that tells a subscriber of a change. */
export function noticeMailKey(noticeId: string, subscriberId: string): string {
	return `${PREFIX}${noticeId}:${subscriberId}`;
}

/** Returns what a key was made of. */
export function partsOfKey(key: string): { noticeId: string; subscriberId: string } {
	const [noticeId = "", subscriberId = ""] = key.slice(PREFIX.length).split(":");
	return { noticeId, subscriberId };
}

/** Removes a subscriber, in the transaction that stores what became of a mail. */
export function removeSubscriber(tx: Transaction, id: string): void {
	plain(tx).run("DELETE FROM Subscriber WHERE id = ?", [id]);
}

/** Erases up to `limit` of the mails that told of changes to documents; returns how many. */
export function eraseNoticeMails(
	tx: Transaction,
	documentIds: string[],
	limit: number,
): Promise<number> {
	// ";" is the character after ":".
	return tx.$executeRaw`
		DELETE FROM OutboxMail WHERE id IN (
			SELECT mail.id FROM Notice CROSS JOIN OutboxMail AS mail
			ON mail.dedupeKey > ${PREFIX} || Notice.id || ':'
			AND mail.dedupeKey < ${PREFIX} || Notice.id || ';'
			WHERE Notice.documentId IN (${Prisma.join(documentIds)}) LIMIT ${limit}
		)`;
}

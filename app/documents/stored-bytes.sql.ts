import { plain, type Transaction } from "#app/platform/db/db.server.ts";

const DOCUMENTS = "FROM App a JOIN Document d ON d.appId = a.id";

const STORED = `SELECT
	coalesce((SELECT sum(octet_length(v.content)) ${DOCUMENTS}
		JOIN DocumentVersion v ON v.documentId = d.id WHERE a.userId = ?), 0)
	+ coalesce((SELECT sum(octet_length(d.html)) ${DOCUMENTS} WHERE a.userId = ?), 0)
	+ coalesce((SELECT sum(octet_length(n.content)) FROM App a
		JOIN DocumentDraft n ON n.appId = a.id WHERE a.userId = ?), 0) AS bytes`;

/**
 * Returns what an account's versions, pages and drafts take. SQLite knows each length without reading the
 * text.
 */
export function storedBytes(tx: Transaction, userId: string): number {
	return plain(tx).row<{ bytes: number }>(STORED, [userId, userId, userId])?.bytes ?? 0;
}

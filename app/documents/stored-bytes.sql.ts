import { plain, type Transaction } from "#app/platform/db/db.server.ts";

const STORED = `SELECT coalesce(sum(octet_length(v.content)), 0) AS bytes
	FROM App a JOIN Document d ON d.appId = a.id JOIN DocumentVersion v ON v.documentId = d.id
	WHERE a.userId = ?`;

/** Returns what an account's versions take. SQLite knows each length without reading the text. */
export function storedBytes(tx: Transaction, userId: string): number {
	return plain(tx).row<{ bytes: number }>(STORED, [userId])?.bytes ?? 0;
}

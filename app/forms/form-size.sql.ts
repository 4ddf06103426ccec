import { plain, type Transaction } from "#app/platform/db/db.server.ts";

/** What a form takes in the database besides its texts: its ids, its dates and its index entries. */
const ROW_BYTES = 1_000;

const SIZE = `SELECT sum(octet_length(fields) + octet_length(description) + octet_length(closedText) +
	octet_length(sentText) + ${ROW_BYTES}) AS bytes FROM Form WHERE userId = ? AND kind = 'support'`;

/** Returns how many bytes an account's forms take, deleted ones included. */
export function sizeOfForms(tx: Transaction, userId: string): number {
	return plain(tx).row<{ bytes: number | null }>(SIZE, [userId])?.bytes ?? 0;
}

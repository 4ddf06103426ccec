import { breathe } from "./breathe.server.ts";
import { type Transaction, transaction } from "./db.server.ts";

/** The most rows that one transaction deletes. A large one would block the process, and time out. */
const ROWS_AT_ONCE = 500;

/**
 * Deletes rows some at a time, until `deleteSome` deletes fewer than its limit. Returns how many
 * rows it deleted.
 */
export async function deleteInBites(
	deleteSome: (tx: Transaction, limit: number) => Promise<{ count: number }>,
): Promise<number> {
	let deleted = 0;
	for (;;) {
		const { count } = await transaction((tx) => deleteSome(tx, ROWS_AT_ONCE));
		deleted += count;
		if (count < ROWS_AT_ONCE) return deleted;
		await breathe();
	}
}

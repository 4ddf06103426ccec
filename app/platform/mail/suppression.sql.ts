import { plain, type Transaction } from "#app/platform/db/db.server.ts";
import { mailboxKey } from "./unsolicited.server.ts";

/** Returns whether the mailbox's owner has asked to get no mail. */
export function isSuppressed(tx: Transaction, email: string): boolean {
	const sql = "SELECT 1 FROM SuppressedAddress WHERE emailKey = ?";
	return plain(tx).row(sql, [mailboxKey(email)]) !== undefined;
}

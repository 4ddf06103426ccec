import { plain, type Transaction } from "#app/platform/db/db.server.ts";
import { mailboxKey } from "./unsolicited.server.ts";

/** Whether the owner of a mailbox has asked to be left alone. */
export function isSuppressed(tx: Transaction, email: string): boolean {
	const sql = "SELECT 1 FROM SuppressedAddress WHERE emailKey = ?";
	return plain(tx).row(sql, [mailboxKey(email)]) !== undefined;
}

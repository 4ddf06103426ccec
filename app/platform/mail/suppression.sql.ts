import { plain, type Transaction } from "#app/platform/db/db.server.ts";
import { mailboxKey } from "./unsolicited.server.ts";

/** Returns whether the mailbox's owner wants no mail: of any form, or of this one. */
export function isSuppressed(tx: Transaction, email: string, formId?: string): boolean {
	const sql = "SELECT 1 FROM SuppressedAddress WHERE emailKey IN (?, ?)";
	return plain(tx).row(sql, [mailboxKey(email), mailboxKey(email, formId)]) !== undefined;
}

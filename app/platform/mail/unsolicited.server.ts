import { keyedHash } from "#app/platform/crypto/seal.server.ts";
import { plain, type Transaction } from "#app/platform/db/db.server.ts";
import type { Limit } from "#app/platform/limits/limits.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";

/**
 * Mails that nobody with an account asked for, to one mailbox over the whole site (product.md,
 * rule 34). It limits what mailboxOf returns.
 */
export const UNSOLICITED_MAIL: Limit = { name: "mailbox", most: 10, windowMs: HOUR_MS };

/** The mailbox behind an address: without its +tag, in lower case. */
export function mailboxOf(email: string): string {
	return email.toLowerCase().replace(/\+[^@]*(?=@)/, "");
}

/** A keyed hash of the mailbox behind an address. */
export function mailboxKey(email: string): string {
	return keyedHash("mailbox", mailboxOf(email));
}

/** Whether the owner of a mailbox has asked to be left alone. */
export function isSuppressed(tx: Transaction, email: string): boolean {
	const sql = "SELECT 1 FROM SuppressedAddress WHERE emailKey = ?";
	return plain(tx).row(sql, [mailboxKey(email)]) !== undefined;
}

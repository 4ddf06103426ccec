import { keyedHash } from "#app/platform/crypto/seal.server.ts";
import type { Limit } from "#app/platform/limits/limits.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";

/**
 * The limit, over the whole site, on mails to one mailbox that no account holder asked for
 * (product.md, rule 34). Its key is what mailboxOf returns.
 */
export const UNSOLICITED_MAIL: Limit = { name: "mailbox", most: 10, windowMs: HOUR_MS };

/** Returns the mailbox of an address: in lower case, without a +tag. */
export function mailboxOf(email: string): string {
	return email.toLowerCase().replace(/\+[^@]*(?=@)/, "");
}

/** Returns a keyed hash of an address's mailbox, or of the mailbox and a form. */
export function mailboxKey(email: string, formId?: string): string {
	const mailbox = mailboxOf(email);
	return keyedHash("mailbox", formId ? `${mailbox} ${formId}` : mailbox);
}

import type { Transaction } from "#app/platform/db/db.server.ts";
import { countUse, type Limit } from "#app/platform/limits/limits.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import { mailboxOf } from "./unsolicited.server.ts";

/**
 * The limit on mails to one mailbox that one client address causes, by whichever form of the site
 * (product.md, rule 34).
 */
const CLIENT_MAIL: Limit = { name: "client mail", most: 10, windowMs: HOUR_MS };

/**
 * Counts a mail to an address that a client address causes, in the caller's transaction. Returns 0,
 * or, over the limit, the milliseconds until there is room.
 */
export function countClientMail(tx: Transaction, clientAddress: string, email: string): number {
	return countUse(tx, CLIENT_MAIL, `${clientAddress} ${mailboxOf(email)}`);
}

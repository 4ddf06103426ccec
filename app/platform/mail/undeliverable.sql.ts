import { clock } from "#app/platform/clock.server.ts";
import { plain, readRow, type Transaction } from "#app/platform/db/db.server.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import { mailboxKey } from "./unsolicited.server.ts";

/** Why a mailbox gets no mail that nobody asked for: mail came back, or was called spam. */
type Mark = { kind: "bounce" | "complaint"; reason: string };

const MARK = `INSERT INTO UndeliverableMailbox (mailboxKey, kind, reason, createdAt)
	VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`;
const CLEAR = "DELETE FROM UndeliverableMailbox WHERE mailboxKey = ?";
const FIND = "SELECT kind, reason, createdAt FROM UndeliverableMailbox WHERE mailboxKey = ?";

/** Notes that an address's mailbox takes no mail (product.md, rule 80). An earlier note stays. */
export function markUndeliverable(tx: Transaction, email: string, { kind, reason }: Mark): void {
	plain(tx).run(MARK, [mailboxKey(email), kind, reason, sqlTime(clock.now())]);
}

/** Takes the note back, once a mailed link has proved that mail arrives. */
export function clearUndeliverable(tx: Transaction, email: string): void {
	plain(tx).run(CLEAR, [mailboxKey(email)]);
}

/**
 * Returns why an address's mailbox takes no mail, and since when; null if it does. The reason is for
 * its holder alone, since it may tell of other people's mail.
 */
export function readUndeliverable(email: string): (Mark & { at: Date }) | null {
	const row = readRow<Mark & { createdAt: string }>(FIND, [mailboxKey(email)]);
	return row ? { kind: row.kind, reason: row.reason, at: new Date(row.createdAt) } : null;
}

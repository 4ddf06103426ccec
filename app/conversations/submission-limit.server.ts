import type { Transaction } from "#app/platform/db/db.server.ts";
import { enforceLimit, TooMany } from "#app/platform/limits/limits.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";

/** What is told when too much was sent, with when to come again. */
export function tooManySubmissions(waitMs: number): TooMany {
	return new TooMany("Too many submissions. Please wait before submitting again.", waitMs);
}

const anHour = { windowMs: HOUR_MS, refusal: tooManySubmissions };
/** From one visitor's e-mail address, and from one client's address (product.md, rule 34). */
const PER_EMAIL = { most: 3, ...anHour };
const PER_CLIENT = { most: 60, ...anHour };

/**
 * Counts a submission within the caller's transaction: those of all forms together, those to
 * support by themselves. Throws TooMany when it is one too many.
 */
export function limitSubmissions(
	tx: Transaction,
	kind: "submission" | "support",
	{ email, clientAddress }: { email: string; clientAddress: string },
): void {
	enforceLimit(tx, { name: `${kind} email`, ...PER_EMAIL }, email);
	enforceLimit(tx, { name: `${kind} client`, ...PER_CLIENT }, clientAddress);
}

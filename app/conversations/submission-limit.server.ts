import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { enforceLimit, inMinutes, TooMany } from "#app/platform/limits/limits.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";

/** Returns the refusal of a submission over the limit, to be retried after `waitMs`. */
export function tooManySubmissions(waitMs: number): TooMany {
	return new TooMany("Too many submissions. Please wait before submitting again.", waitMs);
}

/** The same for a client address, which many people may share: it says when to come back. */
function tooManyFromClient(waitMs: number): TooMany {
	const { message } = tooManySubmissions(waitMs);
	return new TooMany(`${message} You can send again in ${inMinutes(waitMs)}.`, waitMs);
}

/** Limits per visitor's e-mail address (product.md, V8) and per client address (rule 34). */
const PER_EMAIL = { most: 3, windowMs: HOUR_MS, refusal: tooManySubmissions };
const PER_CLIENT = { most: 60, windowMs: HOUR_MS, refusal: tooManyFromClient };

/**
 * Counts a submission in the caller's transaction. All forms share one count; messages to support
 * have their own. Throws TooMany when the limit is reached.
 */
export function limitSubmissions(
	tx: Transaction,
	kind: "submission" | "support",
	{ email, clientAddress }: { email: string; clientAddress: string },
): void {
	enforceLimit(tx, { name: `${kind} email`, ...PER_EMAIL }, email);
	enforceLimit(tx, { name: `${kind} client`, ...PER_CLIENT }, clientAddress);
}

/** Counts a wrong answer to a captcha as a submission of the client. Throws TooMany. */
export function countWrongAnswer(clientAddress: string): Promise<void> {
	return transaction(async (tx) => {
		enforceLimit(tx, { name: "submission client", ...PER_CLIENT }, clientAddress);
	});
}

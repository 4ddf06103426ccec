import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { enforceLimit } from "#app/platform/limits/limits.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";

const TEXT = "Too many submissions. Please wait before submitting again.";
/** What a limit says that one visitor reached. */
export const TOO_MANY_SUBMISSIONS = { sentence: () => TEXT };

/** Limits per visitor's e-mail address (product.md, V8) and per client address (rule 34). */
const PER_EMAIL = { most: 3, windowMs: HOUR_MS, ...TOO_MANY_SUBMISSIONS };
/** Many people may share a client address, so this one says when to come back. */
const PER_CLIENT = {
	most: 60,
	windowMs: HOUR_MS,
	sentence: (wait: string) => `${TEXT} You can send again in ${wait}.`,
};

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

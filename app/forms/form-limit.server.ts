import type { UserAccess } from "#app/accounts/access.server.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";
import { enforceLimit, type RefusingLimit } from "#app/platform/limits/limits.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import { sizeOfForms } from "./form-size.sql.ts";

const SAVES: RefusingLimit = {
	name: "form save",
	most: 60,
	windowMs: HOUR_MS,
	sentence: (wait) => `You saved 60 forms within the hour. You can save again in ${wait}.`,
};
/** Forty of the largest forms that a request can carry, or thousands of usual ones. */
export const FORMS_MAX_BYTES = 20_000_000;

/**
 * Bounds what an account's forms take, in the transaction that has just stored one (product.md,
 * V30). Throws TooMany, and Refusal when they take too much.
 */
export function limitForms(tx: Transaction, { userId }: UserAccess): void {
	enforceLimit(tx, SAVES, userId);
	if (sizeOfForms(tx, userId) > FORMS_MAX_BYTES) {
		throw new Refusal(
			"Your forms take more than 20 MB together, deleted ones included. Please use fewer fields and options.",
			{ status: 429 },
		);
	}
}

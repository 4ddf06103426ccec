import type { UserAccess } from "#app/accounts/access.server.ts";
import { db, plain, readRow, type Transaction } from "#app/platform/db/db.server.ts";
import { Vanished } from "#app/platform/db/vanished.server.ts";

/** What a plan is told from, where `u` is the user: for `planStateOf`. */
export const PLAN_COLUMNS =
	"u.grantedPlan, c.id AS customerId, c.readAt, s.status, s.priceId, s.currentPeriodEnd, s.cancelAt";
export const PLAN_JOINS =
	"LEFT JOIN Customer c ON c.userId = u.id LEFT JOIN Subscription s ON s.customerId = c.id";

/** A row of PLAN_COLUMNS. */
export type PlanRow = Record<
	"grantedPlan" | "customerId" | "readAt" | "status" | "priceId" | "currentPeriodEnd" | "cancelAt",
	string | null
>;

/** What an administrator gave an account, and the copy of what it pays for. */
export type PlanState = ReturnType<typeof planStateOf>;

const OF_USER = `SELECT ${PLAN_COLUMNS} FROM User u ${PLAN_JOINS} WHERE u.id = ?`;

/**
 * What an account's plan is told from. `tx` within a verb that depends on it. Throws Vanished for an
 * unknown account.
 */
export function readPlanState(
	{ userId }: Pick<UserAccess, "userId">,
	tx: Transaction = db,
): PlanState {
	const row =
		tx === db ? readRow<PlanRow>(OF_USER, [userId]) : plain(tx).row<PlanRow>(OF_USER, [userId]);
	if (!row) throw new Vanished(`There is no account ${userId}`);
	return planStateOf(row);
}

/** The state in a row of PLAN_COLUMNS. */
export function planStateOf({ grantedPlan, customerId, status, priceId, ...times }: PlanRow) {
	const readAt = timeOf(times.readAt);
	const currentPeriodEnd = timeOf(times.currentPeriodEnd);
	const subscription =
		status !== null && priceId !== null && currentPeriodEnd
			? { status, priceId, currentPeriodEnd, cancelAt: timeOf(times.cancelAt) }
			: null;
	return { grantedPlan, customer: customerId ? { id: customerId, readAt, subscription } : null };
}

function timeOf(text: string | null): Date | null {
	return text === null ? null : new Date(text);
}

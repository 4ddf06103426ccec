import type { UserAccess } from "#app/accounts/access.server.ts";
import { db, plain, readRow, type Transaction } from "#app/platform/db/db.server.ts";
import { Vanished } from "#app/platform/db/vanished.server.ts";

/** The columns that `planStateOf` needs, where `u` is the user. */
export const PLAN_COLUMNS =
	"u.grantedPlan, c.id AS customerId, c.readAt, s.status, s.priceId, s.currentPeriodEnd, s.cancelAt, s.othersCharged";
export const PLAN_JOINS =
	"LEFT JOIN Customer c ON c.userId = u.id LEFT JOIN Subscription s ON s.customerId = c.id";

/** A row of PLAN_COLUMNS. */
export type PlanRow = Record<
	"grantedPlan" | "customerId" | "readAt" | "status" | "priceId" | "currentPeriodEnd" | "cancelAt",
	string | null
> & { othersCharged: number | null };

/** The plan an administrator granted, and the copy of the paid subscription. */
export type PlanState = ReturnType<typeof planStateOf>;

const OF_USER = `SELECT ${PLAN_COLUMNS} FROM User u ${PLAN_JOINS} WHERE u.id = ?`;

/**
 * Reads what an account's plan depends on. Pass `tx` when a write depends on the result. Throws
 * Vanished for an unknown account.
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

/** Converts a row of PLAN_COLUMNS. */
export function planStateOf({ grantedPlan, customerId, status, priceId, ...row }: PlanRow) {
	const readAt = timeOf(row.readAt);
	const currentPeriodEnd = timeOf(row.currentPeriodEnd);
	const subscription =
		status !== null && priceId !== null && currentPeriodEnd
			? {
					...{ status, priceId, currentPeriodEnd, cancelAt: timeOf(row.cancelAt) },
					othersCharged: row.othersCharged ?? 0,
				}
			: null;
	return { grantedPlan, customer: customerId ? { id: customerId, readAt, subscription } : null };
}

function timeOf(text: string | null): Date | null {
	return text === null ? null : new Date(text);
}

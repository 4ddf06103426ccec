import { fits, sqlOf } from "#app/platform/db/condition.ts";

/** "New": a verified submission whose last message is the visitor's (product.md, rule 41). */
export const newSubmission = { lastSender: "user", verifiedAt: { not: null } } as const;

/**
 * The condition of submissions that wait for the owner's reply, in plain SQL, where `s` is the
 * submission: new ones that are neither resolved nor closed.
 */
export const IS_WAITING = `${sqlOf(newSubmission, "s")} AND s.status IN ('new', 'in_progress')`;

/** The tab that a submission `s` stands under, beside "all" (product.md, rule 43). */
export const TAB = `CASE WHEN s.status IN ('resolved', 'closed') THEN s.status
	WHEN ${sqlOf(newSubmission, "s")} THEN 'waiting' ELSE 'open' END`;

type Row = { status: string; lastSender: string; verifiedAt: Date | string | null };

/** Returns the same of a row that was read. */
export function tabOf({ status, ...row }: Row): string {
	if (status === "resolved" || status === "closed") return status;
	return fits(newSubmission, row) ? "waiting" : "open";
}

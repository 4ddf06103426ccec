import type { UserAccess } from "#app/accounts/access.server.ts";
import { COUNT_MOST } from "#app/platform/count.ts";
import { readRow } from "#app/platform/db/db.server.ts";
import { IS_WAITING } from "./waiting.ts";

/** Counts the submissions of the form `f` that wait, to 100 at most: more are shown as "99+". */
export const WAITING_OF_FORM = `(SELECT count(*) FROM (
		SELECT 1 FROM Submission s
		WHERE s.userId = f.userId AND s.formId = f.id AND ${IS_WAITING} LIMIT ${COUNT_MOST}
	) sub)`;

/** Counts what waits in the app `a`, deleted forms included, because their messages stay. */
export const WAITING_OF_APP = `coalesce((SELECT sum(${WAITING_OF_FORM}) FROM Form f
		WHERE f.appId = a.id AND f.userId = a.userId), 0)`;

const ALL = `SELECT coalesce(sum(${WAITING_OF_APP}), 0) AS waiting FROM App a
	WHERE a.userId = ? AND a.deletedAt IS NULL`;

const IN_APP = `SELECT ${WAITING_OF_APP} AS waiting FROM App a WHERE a.userId = ? AND a.id = ?`;

/** Each form's own part of the list's index holds what waits there. */
const LONGEST = `SELECT s.id, s.name, s.email FROM App a
	CROSS JOIN Form f ON f.appId = a.id AND f.userId = a.userId
	CROSS JOIN Submission s ON s.userId = f.userId AND s.formId = f.id AND ${IS_WAITING}
	WHERE a.userId = ? AND a.deletedAt IS NULL
		AND NOT EXISTS (SELECT 1 FROM Submission s WHERE s.userId = a.userId AND s.id = ? AND ${IS_WAITING})
	ORDER BY s.lastActivityAt, s.number LIMIT 1`;

type Waiting = { id: string; name: string; email: string };

/**
 * Returns the submission that has waited longest for the owner's reply, in all apps, once the
 * given one waits no more. Returns null while that one waits, and when none does.
 */
export function findNextWaiting({ userId }: UserAccess, answeredId: string): Waiting | null {
	return readRow<Waiting>(LONGEST, [userId, answeredId]) ?? null;
}

/**
 * Returns how many submissions wait for the owner's reply, in one app or in all of them. It is
 * exact below 100, and at least 100 from there on.
 */
export function countWaiting({ userId }: UserAccess, appId?: string): number {
	const [sql, values] = appId ? [IN_APP, [userId, appId]] : [ALL, [userId]];
	return readRow<{ waiting: number }>(sql, values)?.waiting ?? 0;
}

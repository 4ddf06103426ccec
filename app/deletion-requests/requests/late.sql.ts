import type { AdminAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { readRows } from "#app/platform/db/db.server.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import { startOfDay } from "./days.ts";

/** So many late requests are looked at, the longest due first. */
const LOOKED_AT = 1_000;
const APPS_SHOWN = 10;

const LATE = `SELECT found.appId, found.appName, found.userId, u.email AS owner,
		count(*) AS count, min(found.dueAt) AS since, sum(count(*)) OVER () AS "all"
	FROM (
		SELECT appId, appName, userId, dueAt FROM DeletionRequest
		WHERE closedAt IS NULL AND dueAt < ? ORDER BY dueAt LIMIT ${LOOKED_AT}
	) found JOIN User u ON u.id = found.userId AND u.deletedAt IS NULL
	GROUP BY found.appId ORDER BY count DESC, since LIMIT ${APPS_SHOWN}`;

type LateApp = {
	appId: string;
	appName: string;
	userId: string;
	owner: string;
	count: number;
	/** The day that the oldest of them was due, such as 2026-04-02. */
	since: string;
};

/**
 * Returns how many deletion requests are late, to 1,000, and the ten apps that have most of them,
 * so that operators see whose requests are neglected.
 */
export function readLateRequests(_access: AdminAccess) {
	const today = sqlTime(startOfDay(clock.now()));
	const rows = readRows<LateApp & { all: number }>(LATE, [today]);
	const apps = rows.map(({ all: _, since, ...app }) => ({ ...app, since: since.slice(0, 10) }));
	const count = rows[0]?.all ?? 0;
	return { count, isMore: count === LOOKED_AT, apps };
}

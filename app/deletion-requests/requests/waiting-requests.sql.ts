import type { UserAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { COUNT_MOST, upTo99 } from "#app/platform/count.ts";
import { readRows } from "#app/platform/db/db.server.ts";
import { formatDayAndMonth } from "#app/platform/time.ts";
import { isLate } from "./days.ts";

/**
 * The columns `deletions` and `firstDueAt` of the app `a`: how many of its deletion requests wait,
 * to 100, and when the first is due.
 */
export const WAITING_DELETIONS = `(SELECT count(*) FROM (
		SELECT 1 FROM DeletionRequest r
		WHERE r.appId = a.id AND r.closedAt IS NULL LIMIT ${COUNT_MOST}
	) sub) AS deletions,
	(SELECT min(r.dueAt) FROM DeletionRequest r
		WHERE r.appId = a.id AND r.closedAt IS NULL) AS firstDueAt`;

export type WaitingRow = { deletions: number; firstDueAt: string | null };

/** The deletion requests of an app that wait, in words, and whether the first is late. */
type WaitingRequests = { text: string; isLate: boolean };

/** Returns what these columns say, or null where no request waits. */
export function waitingRequests({ deletions, firstDueAt }: WaitingRow): WaitingRequests | null {
	if (firstDueAt === null) return null;
	const dueAt = new Date(firstDueAt);
	const late = isLate(dueAt, clock.now());
	const first = `${deletions === 1 ? "" : "the first "}${late ? "due since" : "by"}`;
	const number = `${upTo99(deletions)} deletion request${deletions === 1 ? "" : "s"}`;
	return { text: `${number}, ${first} ${formatDayAndMonth(dueAt)}`, isLate: late };
}

/** More apps of one account are not named. */
const APPS_MAX = 50;

const APPS = `SELECT a.id AS appId, a.name, ${WAITING_DELETIONS} FROM App a
	WHERE a.userId = ? AND a.deletedAt IS NULL AND EXISTS (
		SELECT 1 FROM DeletionRequest r WHERE r.appId = a.id AND r.closedAt IS NULL
	) ORDER BY firstDueAt LIMIT ${APPS_MAX}`;

const AMONG = `SELECT a.id AS appId, a.name, ${WAITING_DELETIONS}
	FROM json_each(?) app CROSS JOIN App a ON a.id = app.value AND a.userId = ?
	LIMIT ${APPS_MAX}`;

/** An app in which deletion requests wait. */
export type AppWithRequests = { appId: string; name: string; waiting: WaitingRequests };

/**
 * Returns the account's active apps in which deletion requests wait, the first due first; or those
 * of `appIds`, in the trash or not.
 */
export function listAppsWithRequests(
	{ userId }: Pick<UserAccess, "userId">,
	appIds?: string[],
): AppWithRequests[] {
	type Row = WaitingRow & { appId: string; name: string };
	const rows = appIds
		? readRows<Row>(AMONG, [JSON.stringify(appIds), userId])
		: readRows<Row>(APPS, [userId]);
	return rows.flatMap(({ appId, name, ...row }) => {
		const waiting = waitingRequests(row);
		return waiting ? [{ appId, name, waiting }] : [];
	});
}

import { OPEN_ACCOUNT } from "#app/addresses/visibility.ts";
import { readRow, readRows } from "#app/platform/db/db.server.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import type { UserAccess } from "./access.server.ts";

const ACCESS = `SELECT s.id AS sessionId, u.id AS userId, u.email, u.accountName, u.adminRole
	FROM Session s JOIN User u ON u.id = s.userId
	WHERE s.id = ? AND s.expiresAt > ? AND s.createdAt > ? AND ${OPEN_ACCOUNT}`;

/**
 * Returns a session's access, or null if it is unknown, expired or opened too long ago, or if its
 * account isn't open.
 */
export function readSession(
	id: string,
	{ now, openedAfter }: { now: Date; openedAfter: Date },
): UserAccess | null {
	return readRow<UserAccess>(ACCESS, [id, sqlTime(now), sqlTime(openedAfter)]) ?? null;
}

const ENDED = `SELECT value AS id FROM json_each(?) AS watched
	WHERE NOT EXISTS (
		SELECT 1 FROM Session s JOIN User u ON u.id = s.userId
		WHERE s.id = watched.value AND ${OPEN_ACCOUNT}
	)`;

/** Returns which of these sessions were ended, or belong to an account that isn't open. */
export function findEndedSessions(ids: string[]): string[] {
	if (ids.length === 0) return [];
	return readRows<{ id: string }>(ENDED, [JSON.stringify(ids)]).map(({ id }) => id);
}

const GUIDE = "SELECT guideDismissedAt FROM User WHERE id = ?";

/** Whether the guide was dismissed. */
export function isGuideDismissed({ userId }: UserAccess): boolean {
	const user = readRow<{ guideDismissedAt: string | null }>(GUIDE, [userId]);
	return user?.guideDismissedAt !== null;
}

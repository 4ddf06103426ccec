import { OPEN_ACCOUNT } from "#app/addresses/visibility.ts";
import { readRow } from "#app/platform/db/db.server.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import type { UserAccess } from "./access.server.ts";

const ACCESS = `SELECT s.id AS sessionId, u.id AS userId, u.email, u.accountName, u.adminRole
	FROM Session s JOIN User u ON u.id = s.userId
	WHERE s.id = ? AND s.expiresAt > ? AND ${OPEN_ACCOUNT}`;

/** Returns a session's access, or null if it is unknown or expired or its account isn't open. */
export function readSession(id: string, now: Date): UserAccess | null {
	return readRow<UserAccess>(ACCESS, [id, sqlTime(now)]) ?? null;
}

const GUIDE = "SELECT guideDismissedAt FROM User WHERE id = ?";

/** Whether the guide was dismissed. */
export function isGuideDismissed({ userId }: UserAccess): boolean {
	const user = readRow<{ guideDismissedAt: string | null }>(GUIDE, [userId]);
	return user?.guideDismissedAt !== null;
}

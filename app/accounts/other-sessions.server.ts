import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { later, MINUTE_MS } from "#app/platform/time.ts";
import type { UserAccess } from "./access.server.ts";
import { provePassword } from "./passwords/password.server.ts";
import { SESSION_MAX_MS, SESSION_MS } from "./session.server.ts";
import { SESSIONS_MAX } from "./session-limit.server.ts";

/** For so long after signing in, other browsers can be signed out without the password. */
const FRESH_MS = 10 * MINUTE_MS;

/** Lists one's open sessions, the present one first, then the newest. */
export async function listSessions(access: UserAccess) {
	const now = clock.now();
	const sessions = await db.session.findMany({
		where: {
			userId: access.userId,
			expiresAt: { gt: now },
			createdAt: { gt: later(now, -SESSION_MAX_MS) },
		},
		orderBy: { createdAt: "desc" },
		take: SESSIONS_MAX,
		select: { id: true, createdAt: true, expiresAt: true, userAgent: true },
	});
	return sessions
		.map(({ expiresAt, ...session }) => ({
			...session,
			/** Exact to the day, because a session is extended once a day. */
			lastUsedAt: later(expiresAt, -SESSION_MS),
			isCurrent: session.id === access.sessionId,
		}))
		.sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent));
}

/** Whether the user signed in, or chose a new password, within the last 10 minutes. */
export async function isFresh(access: UserAccess): Promise<boolean> {
	const since = later(clock.now(), -FRESH_MS);
	const where = { id: access.sessionId, createdAt: { gt: since } };
	return (await db.session.count({ where })) > 0;
}

/**
 * Ends one of one's own sessions. Does nothing if it has ended already. Throws Refusal for the
 * field current_password, as provePassword does, when the session is not fresh.
 */
export async function endSession(
	access: UserAccess,
	sessionId: string,
	password?: string,
): Promise<void> {
	await proveUnlessFresh(access, password);
	await transaction((tx) =>
		tx.session.deleteMany({ where: { id: sessionId, userId: access.userId } }),
	);
}

/** Ends all of one's own sessions but the present one. Returns how many. Throws as endSession. */
export async function endOtherSessions(access: UserAccess, password?: string): Promise<number> {
	await proveUnlessFresh(access, password);
	const { count } = await transaction((tx) =>
		tx.session.deleteMany({ where: { userId: access.userId, id: { not: access.sessionId } } }),
	);
	return count;
}

async function proveUnlessFresh(access: UserAccess, password?: string): Promise<void> {
	if (await isFresh(access)) return;
	if (!password) throw new Refusal("Please enter your password.", { field: "current_password" });
	await provePassword(access, password);
}

import { clock } from "#app/platform/clock.server.ts";
import { verifyPassword } from "#app/platform/crypto/passwords.server.ts";
import { createToken, hashToken } from "#app/platform/crypto/tokens.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import type { UserAccess } from "./access.server.ts";
import { readSession } from "./account.sql.ts";
import { endOldestSessions } from "./session-limit.server.ts";
import { countSignIn, forgiveSignIn } from "./sign-in-throttle.server.ts";

export const SESSION_MS = 30 * DAY_MS;
const ROLL_AFTER_MS = DAY_MS;
const SESSIONS_SHOWN = 100;

/** Refuses a right password because the account's address is not confirmed yet. */
export class EmailNotConfirmed extends Refusal {
	constructor() {
		super("Email not confirmed.");
	}
}

/** Refuses a right password because an administrator suspended the account. */
export class AccountSuspended extends Refusal {
	constructor() {
		super(
			`This account is suspended, so nobody can sign in to it. Please write to ${env.supportEmail}.`,
			{ status: 403 },
		);
	}
}

/**
 * Checks e-mail and password, opens a session, and returns its token for the cookie. Unknown
 * accounts take as long as known ones. Throws Refusal, EmailNotConfirmed, AccountSuspended,
 * TooMany, and PasswordsBusyError.
 */
export async function signIn(
	{ email, password }: { email: string; password: string },
	clientAddress: string,
	userAgent = "",
): Promise<string> {
	await countSignIn(email, clientAddress);
	const user = await db.user.findUnique({
		where: { email },
		select: { id: true, passwordHash: true, emailConfirmedAt: true, suspendedAt: true },
	});
	const matches = await verifyPassword(password, user?.passwordHash ?? null);
	if (!user || !matches) throw wrongPassword();
	await forgiveSignIn(email, clientAddress);
	if (user.suspendedAt) throw new AccountSuspended();
	if (!user.emailConfirmedAt) throw new EmailNotConfirmed();
	return transaction(async (tx) => {
		// Checking takes a while, and the password may have been changed in that time.
		const same = { id: user.id, email, passwordHash: user.passwordHash };
		if (!(await tx.user.findUnique({ where: same, select: { id: true } }))) throw wrongPassword();
		return openSession(tx, user.id, userAgent);
	});
}

/** Opens a session within the caller's transaction and returns its token. */
export async function openSession(
	tx: Transaction,
	userId: string,
	userAgent = "",
	token = createToken(),
): Promise<string> {
	const now = clock.now();
	await tx.session.create({
		data: {
			id: hashToken(token),
			userId,
			createdAt: now,
			expiresAt: later(now, SESSION_MS),
			userAgent,
		},
	});
	await endOldestSessions(tx, userId);
	return token;
}

/** Returns the access of a cookie's token, or null if it has no open session. Changes nothing. */
export async function accessForSession(token: string): Promise<UserAccess | null> {
	return readSession(hashToken(token), clock.now());
}

/**
 * Extends a session to its full 30 days again, at most once a day. Returns whether it did, so that
 * the caller can renew the cookie.
 */
export async function rollSession(access: UserAccess): Promise<boolean> {
	const fresh = later(clock.now(), SESSION_MS);
	const own = { id: access.sessionId, userId: access.userId };
	const session = await db.session.findUnique({ where: own });
	if (!session || fresh.getTime() - session.expiresAt.getTime() < ROLL_AFTER_MS) return false;
	const { count } = await transaction((tx) =>
		tx.session.updateMany({ where: own, data: { expiresAt: fresh } }),
	);
	return count > 0;
}

/** Ends the session that the access came with. */
export async function signOut(access: UserAccess): Promise<void> {
	await endSession(access, access.sessionId);
}

/** Lists one's open sessions, the present one first, then the newest. */
export async function listSessions(access: UserAccess) {
	const sessions = await db.session.findMany({
		where: { userId: access.userId, expiresAt: { gt: clock.now() } },
		orderBy: { createdAt: "desc" },
		take: SESSIONS_SHOWN,
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

/** Ends one of one's own sessions. Does nothing if it has ended already. */
export async function endSession(access: UserAccess, sessionId: string): Promise<void> {
	await transaction((tx) =>
		tx.session.deleteMany({ where: { id: sessionId, userId: access.userId } }),
	);
}

/** Ends all of one's own sessions but the present one. Returns how many. */
export async function endOtherSessions(access: UserAccess): Promise<number> {
	const { count } = await transaction((tx) =>
		tx.session.deleteMany({ where: { userId: access.userId, id: { not: access.sessionId } } }),
	);
	return count;
}

/** Removes expired sessions, and mailed links that expired 30 days ago. Returns how many. */
export async function forgetOldSessions(): Promise<number> {
	const now = clock.now();
	return transaction(async (tx) => {
		const sessions = await tx.session.deleteMany({ where: { expiresAt: { lt: now } } });
		const links = await tx.emailLink.deleteMany({
			where: { expiresAt: { lt: later(now, -30 * DAY_MS) } },
		});
		return sessions.count + links.count;
	});
}

function wrongPassword(): Refusal {
	return new Refusal("Invalid email or password. Please check your credentials and try again.");
}

import { clock } from "#app/platform/clock.server.ts";
import { verifyPassword } from "#app/platform/crypto/passwords.server.ts";
import { keyedHash } from "#app/platform/crypto/seal.server.ts";
import { createToken, hashToken } from "#app/platform/crypto/tokens.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { logEvent, networkOf } from "#app/platform/log.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import type { UserAccess } from "./access.server.ts";
import { readSession } from "./account.sql.ts";
import { endOldestSessions } from "./session-limit.server.ts";
import { type Attempt, countSignIn, forgiveSignIn } from "./sign-in-throttle.server.ts";

export const SESSION_MS = 30 * DAY_MS;
/** However often a session is used, it ends after this time. */
export const SESSION_MAX_MS = 90 * DAY_MS;
const ROLL_AFTER_MS = DAY_MS;

/** Refuses a right password because the account's address is not confirmed yet. */
export class EmailNotConfirmed extends Refusal {
	readonly userId: string;

	constructor(userId: string) {
		super("Email not confirmed.");
		this.userId = userId;
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

/** From where somebody signs in. `endedToken` is the token of the session that was there, and ends. */
export type SignInFrom = Omit<Attempt, "email"> & {
	userAgent?: string;
	endedToken?: string | null;
};

/**
 * Checks e-mail and password, opens a session, and returns its token for the cookie. Unknown
 * accounts take as long as known ones. Throws Refusal, EmailNotConfirmed, AccountSuspended,
 * TooMany, and PasswordsBusyError.
 */
export async function signIn(
	{ email, password }: { email: string; password: string },
	{ userAgent, endedToken, ...from }: SignInFrom,
): Promise<string> {
	const attempt = { email, ...from };
	const network = networkOf(from.clientAddress);
	await countSignIn(attempt);
	const user = await db.user.findUnique({
		where: { email },
		select: { id: true, passwordHash: true, emailConfirmedAt: true, suspendedAt: true },
	});
	const matches = await verifyPassword(password, user?.passwordHash ?? null);
	const refuse = (reason: string) =>
		logEvent("sign-in refused", { reason, userId: user?.id ?? null, network });
	if (!user || !matches) {
		refuse("wrong password");
		throw wrongPassword();
	}
	await forgiveSignIn(attempt);
	if (user.suspendedAt) {
		refuse("suspended");
		throw new AccountSuspended();
	}
	if (!user.emailConfirmedAt) {
		refuse("not confirmed");
		throw new EmailNotConfirmed(user.id);
	}
	const token = await transaction(async (tx) => {
		// Checking takes a while, and the password may have been changed in that time.
		const same = { id: user.id, email, passwordHash: user.passwordHash };
		if (!(await tx.user.findUnique({ where: same, select: { id: true } }))) throw wrongPassword();
		await endSessionOf(tx, endedToken);
		return openSession(tx, user.id, userAgent);
	});
	logEvent("signed in", { userId: user.id, network });
	return token;
}

/** Ends the session of a cookie's token, if any, within the caller's transaction. */
export async function endSessionOf(tx: Transaction, token?: string | null): Promise<void> {
	if (token) await tx.session.deleteMany({ where: { id: hashToken(token) } });
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
	const now = clock.now();
	return readSession(hashToken(token), { now, openedAfter: later(now, -SESSION_MAX_MS) });
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

/** Ends every session of the user and opens one in the place of this one. Returns its token. */
export async function renewSession(tx: Transaction, access: UserAccess): Promise<string> {
	const own = { id: access.sessionId };
	const before = await tx.session.findUnique({ where: own, select: { userAgent: true } });
	await tx.session.deleteMany({ where: { userId: access.userId } });
	return openSession(tx, access.userId, before?.userAgent, renewedToken(access.sessionId));
}

/** Returns the token of the open session that has replaced this one, or null. */
export async function tokenAfterRenewal(access: UserAccess): Promise<string | null> {
	const token = renewedToken(access.sessionId);
	return (await accessForSession(token)) && token;
}

/**
 * Returns the token of the session that replaces another one. It is derived, so that a second press
 * with the earlier token finds the session that the first press opened.
 */
export function renewedToken(sessionId: string): string {
	return keyedHash("renewed session", sessionId);
}

/** Ends the session that the access came with. */
export async function signOut(access: UserAccess): Promise<void> {
	const own = { id: access.sessionId, userId: access.userId };
	await transaction((tx) => tx.session.deleteMany({ where: own }));
	logEvent("signed out", { userId: access.userId });
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

import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { hashPassword, verifyPassword } from "#app/platform/crypto/passwords.server.ts";
import { keyedHash } from "#app/platform/crypto/seal.server.ts";
import { createToken, hashToken } from "#app/platform/crypto/tokens.server.ts";
import {
	db,
	isUniqueViolation,
	type Transaction,
	transaction,
} from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { countUse, type Limit } from "#app/platform/limits/limits.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { MINUTE_MS } from "#app/platform/time.ts";
import type { UserAccess } from "./access.server.ts";
import {
	createEmailLink,
	isUsedBy,
	readEmailLink,
	spendEmailLink,
	spendEmailLinks,
} from "./email-link.server.ts";
import { confirmEmail as confirmEmailMail } from "./emails/confirm-email.ts";
import { resetPassword as resetPasswordMail } from "./emails/reset-password.ts";
import { mailPasswordChanged } from "./password.server.ts";
import { openSession } from "./session.server.ts";
import { forgiveAccount } from "./sign-in-throttle.server.ts";

type Credentials = { email: string; password: string };

/** A second link within the minute is a double click, or would flood somebody's mailbox. */
const CONFIRMATIONS: Limit = { name: "confirmation link", most: 1, windowMs: MINUTE_MS };
const RESETS: Limit = { name: "reset link", most: 1, windowMs: MINUTE_MS };
const ALREADY_EXISTS = "An account with this email already exists. Please try logging in instead.";

/**
 * Creates an account and mails the confirmation link, which leads to `returnTo`, a path here, or to
 * the dashboard. Signing up again with the same password before confirming counts as the same
 * sign-up. Throws Refusal when the address has an account.
 */
export async function signUp(
	{ email, password }: Credentials,
	returnTo: string | null = null,
): Promise<void> {
	const existing = await db.user.findUnique({ where: { email } });
	if (existing) return signUpAgain(existing, password, returnTo);
	const passwordHash = await hashPassword(password);
	const now = clock.now();
	try {
		await transaction(async (tx) => {
			const user = await tx.user.create({
				data: { email, passwordHash, createdAt: now, updatedAt: now },
			});
			await mailConfirmation(tx, user, returnTo);
		});
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		await signUp({ email, password }, returnTo);
	}
}

async function signUpAgain(
	user: { id: string; email: string; passwordHash: string; emailConfirmedAt: Date | null },
	password: string,
	returnTo: string | null,
): Promise<void> {
	const isSame = await verifyPassword(password, user.passwordHash);
	if (user.emailConfirmedAt || !isSame) throw new Refusal(ALREADY_EXISTS, { field: "email" });
	await transaction((tx) => mailConfirmation(tx, user, returnTo));
}

/**
 * Mails a new confirmation link, which leads to `returnTo`, if the address awaits one. The caller
 * can't tell.
 */
export async function requestConfirmation(
	email: string,
	returnTo: string | null = null,
): Promise<void> {
	const user = await db.user.findUnique({ where: { email, emailConfirmedAt: null } });
	if (user) await transaction((tx) => mailConfirmation(tx, user, returnTo));
}

/** Returns a confirmation link's state. Changes nothing. */
export function readConfirmation(token: string) {
	return readEmailLink(db, token, "confirm");
}

/**
 * Confirms the address that the link was mailed to and opens a session. Returns the session's
 * token, or null when the link is not valid. The browser that used the link gets the same session
 * again while it lasts, because the response to its first press may never have reached it.
 */
export async function confirmEmail(
	token: string,
	{ browser = null, userAgent }: { browser?: string | null; userAgent?: string } = {},
): Promise<string | null> {
	const sessionToken =
		browser === null ? createToken() : keyedHash("confirmed in", token + browser);
	return transaction(async (tx) => {
		const link = await readEmailLink(tx, token, "confirm");
		if (isUsedBy(link, browser)) {
			const session = { id: hashToken(sessionToken), expiresAt: { gt: clock.now() } };
			return (await tx.session.count({ where: session })) > 0 ? sessionToken : null;
		}
		if (link.state !== "valid") return null;
		const now = clock.now();
		await tx.user.update({
			where: { id: link.userId },
			data: { emailConfirmedAt: now, updatedAt: now },
		});
		await spendEmailLink(tx, token, browser);
		await spendEmailLinks(tx, link.userId, ["confirm"]);
		return openSession(tx, link.userId, userAgent, sessionToken);
	});
}

/** Mails a link for a new password if the address has an account. The caller can't tell. */
export async function requestPasswordReset(email: string): Promise<void> {
	const user = await db.user.findUnique({ where: { email } });
	if (!user) return;
	await transaction(async (tx) => {
		if (countUse(tx, RESETS, user.id) > 0) return;
		const token = await createEmailLink(tx, user.id, "reset");
		const url = `${env.appUrl}${paths.auth.reset}?token=${token}`;
		await enqueueMail(tx, {
			dedupeKey: `reset-password ${crypto.randomUUID()}`,
			kind: "reset-password",
			to: user.email,
			email: resetPasswordMail({ url }),
		});
	});
}

/** Returns the state of a link for a new password. Changes nothing. */
export function readPasswordReset(token: string) {
	return readEmailLink(db, token, "reset");
}

/**
 * Sets the new password, ends every session and notifies the owner by mail. The link came by mail,
 * so the address is confirmed too. Returns whether the link was valid. A browser that used it for the
 * same password has pressed twice: true, and nothing changes. Throws PasswordsBusyError.
 */
export async function resetPassword(
	token: string,
	password: string,
	browser: string | null = null,
): Promise<boolean> {
	const passwordHash = await hashPassword(password);
	const link = await transaction(async (tx) => {
		const before = await readEmailLink(tx, token, "reset");
		if (before.state !== "valid") return before;
		const now = clock.now();
		const user = await tx.user.findUniqueOrThrow({ where: { id: before.userId } });
		await tx.user.update({
			where: { id: user.id },
			data: { passwordHash, emailConfirmedAt: user.emailConfirmedAt ?? now, updatedAt: now },
		});
		await tx.session.deleteMany({ where: { userId: user.id } });
		await forgiveAccount(tx, user.email);
		await spendEmailLink(tx, token, browser);
		await spendEmailLinks(tx, user.id, ["confirm", "reset", "email"]);
		await mailPasswordChanged(tx, user.email, "every browser");
		return before;
	});
	if (link.state !== "used" || !isUsedBy(link, browser)) return link.state === "valid";
	const user = await db.user.findUnique({ where: { id: link.userId } });
	return verifyPassword(password, user?.passwordHash ?? null);
}

/** Hides the Getting Started guide permanently; Show Guide still opens it. */
export async function dismissGuide(access: UserAccess): Promise<void> {
	await transaction((tx) =>
		tx.user.update({ where: { id: access.userId }, data: { guideDismissedAt: clock.now() } }),
	);
}

/** Counts accounts, including deleted ones that are not erased yet. */
export function countUsers(): Promise<number> {
	return db.user.count();
}

async function mailConfirmation(
	tx: Transaction,
	user: { id: string; email: string },
	returnTo: string | null,
): Promise<void> {
	if (countUse(tx, CONFIRMATIONS, user.id) > 0) return;
	const token = await createEmailLink(tx, user.id, "confirm", { returnTo });
	const url = `${env.appUrl}${paths.auth.confirm}?token=${token}`;
	await enqueueMail(tx, {
		dedupeKey: `confirm-email ${crypto.randomUUID()}`,
		kind: "confirm-email",
		to: user.email,
		email: confirmEmailMail({ url }),
	});
}

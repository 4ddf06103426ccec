import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { hashPassword, verifyPassword } from "#app/platform/crypto/passwords.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { UserAccess } from "./access.server.ts";
import { spendEmailLinks } from "./email-link.server.ts";
import { passwordChanged } from "./emails/password-changed.ts";
import { countSignIn, forgiveSignIn } from "./sign-in-throttle.server.ts";

const FIELD = "current_password";

/** A password that was just proved. It is still right while the account has `passwordHash`. */
export type ProvedPassword = { email: string; passwordHash: string };

/**
 * Checks the signed-in user's password, throttled as signing in is. Throws Refusal and TooMany,
 * both for the field current_password, and PasswordsBusyError.
 */
export async function provePassword(
	access: UserAccess,
	password: string,
	clientAddress: string,
): Promise<ProvedPassword> {
	const proved = await checkPassword(access, [password], clientAddress);
	if (!proved) throw wrongPassword();
	return proved;
}

/**
 * Changes the password, ends every other session, spends mailed links and notifies the owner by
 * mail. Repeating it with the same two passwords does nothing. Throws as provePassword does.
 */
export async function changePassword(
	access: UserAccess,
	passwords: { current_password: string; password: string },
	clientAddress: string,
): Promise<void> {
	const { current_password, password } = passwords;
	// After a double click's first request, the new password is the right one.
	const proved = await checkPassword(access, [current_password, password], clientAddress);
	if (!proved) throw wrongPassword();
	if (proved.at === 1) return;
	const passwordHash = await hashPassword(password);
	const isChanged = await transaction(async (tx) => {
		const { count } = await tx.user.updateMany({
			where: { id: access.userId, passwordHash: proved.passwordHash },
			data: { passwordHash, updatedAt: clock.now() },
		});
		if (count === 0) return false;
		await tx.session.deleteMany({
			where: { userId: access.userId, id: { not: access.sessionId } },
		});
		await spendEmailLinks(tx, access.userId, ["reset", "email"]);
		await mailPasswordChanged(tx, proved.email, "every other browser");
		return true;
	});
	if (!isChanged) await refuseAnotherChange(access, password);
}

/** Mails the owner that the password was changed, within the caller's transaction. */
export async function mailPasswordChanged(
	tx: Transaction,
	to: string,
	signedOut: "every browser" | "every other browser",
): Promise<void> {
	await enqueueMail(tx, {
		dedupeKey: `password-changed ${crypto.randomUUID()}`,
		kind: "password-changed",
		to,
		email: passwordChanged({ url: `${env.appUrl}${paths.auth.forgot}`, signedOut }),
	});
}

/** Returns the account with `at`, the index of the first password that is right, or null. */
async function checkPassword(
	access: UserAccess,
	passwords: string[],
	clientAddress: string,
): Promise<(ProvedPassword & { at: number }) | null> {
	await countSignIn(access.email, clientAddress, FIELD);
	const user = await db.user.findUnique({
		where: { id: access.userId, deletedAt: null },
		select: { email: true, passwordHash: true },
	});
	for (const [at, password] of passwords.entries()) {
		if (!(await verifyPassword(password, user?.passwordHash ?? null))) continue;
		await forgiveSignIn(access.email, clientAddress);
		return user && { ...user, at };
	}
	return null;
}

/** Throws Refusal unless the password that was set meanwhile is the same one. */
async function refuseAnotherChange(access: UserAccess, password: string): Promise<void> {
	const user = await db.user.findUnique({
		where: { id: access.userId },
		select: { passwordHash: true },
	});
	if (!(await verifyPassword(password, user?.passwordHash ?? null))) throw wrongPassword();
}

function wrongPassword(): Refusal {
	return new Refusal("This is not your current password. Please try again.", { field: FIELD });
}

import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { verifyPassword } from "#app/platform/crypto/passwords.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { logEvent } from "#app/platform/log.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import type { UserAccess } from "../access.server.ts";
import { spendEmailLinks } from "../email-link.server.ts";
import { passwordChanged } from "../emails/password-changed.ts";
import { renewSession, tokenAfterRenewal } from "../session.server.ts";
import { countProof, forgiveProof } from "../sign-in-throttle.server.ts";
import { hashNewPassword } from "./new-password.server.ts";

const FIELD = "current_password";

/** A password that was just proved. It is still right while the account has `passwordHash`. */
export type ProvedPassword = { email: string; passwordHash: string };

/**
 * Checks the signed-in user's password, throttled as signing in is, but for this session alone.
 * Throws Refusal and TooMany, both for the field current_password, and PasswordsBusyError.
 */
export async function provePassword(access: UserAccess, password: string): Promise<ProvedPassword> {
	const proved = await checkPassword(access, [password]);
	if (!proved) throw wrongPassword();
	return proved;
}

/**
 * Changes the password, renews this session, ends every other one, spends mailed links and notifies
 * the owner by mail. Returns the renewed session's token. Repeating it with the same two passwords
 * changes nothing, and returns that token to whoever still has the earlier one. Null: another session
 * set the same password meanwhile, and ended this one. Throws as provePassword and hashNewPassword
 * do.
 */
export async function changePassword(
	access: UserAccess,
	passwords: { current_password: string; password: string },
): Promise<string | null> {
	const { current_password, password } = passwords;
	// After a double click's first request, the new password is the right one.
	const proved = await checkPassword(access, [current_password, password]);
	if (!proved) throw wrongPassword();
	if (proved.at === 1) {
		const renewed = await tokenAfterRenewal(access);
		if (renewed === null) throw wrongPassword();
		return renewed;
	}
	const passwordHash = await hashNewPassword(password);
	const token = await transaction(async (tx) => {
		const { count } = await tx.user.updateMany({
			where: { id: access.userId, passwordHash: proved.passwordHash },
			data: { passwordHash, updatedAt: clock.now() },
		});
		if (count === 0) return null;
		const renewed = await renewSession(tx, access);
		await spendEmailLinks(tx, access.userId, ["reset", "email"]);
		await mailPasswordChanged(tx, proved.email, "every other browser");
		return renewed;
	});
	if (token !== null) {
		logEvent("password changed", { userId: access.userId, by: "settings" });
		return token;
	}
	await refuseAnotherChange(access, password);
	return tokenAfterRenewal(access);
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
): Promise<(ProvedPassword & { at: number }) | null> {
	await countProof(access, FIELD);
	const user = await db.user.findUnique({
		where: { id: access.userId, deletedAt: null },
		select: { email: true, passwordHash: true },
	});
	for (const [at, password] of passwords.entries()) {
		if (!(await verifyPassword(password, user?.passwordHash ?? null))) continue;
		await forgiveProof(access);
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

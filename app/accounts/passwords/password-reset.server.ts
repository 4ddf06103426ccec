import { clock } from "#app/platform/clock.server.ts";
import { verifyPassword } from "#app/platform/crypto/passwords.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { logEvent } from "#app/platform/log.server.ts";
import { clearUndeliverable } from "#app/platform/mail/undeliverable.sql.ts";
import { isUsedBy, readEmailLink, spendEmailLink, spendEmailLinks } from "../email-link.server.ts";
import { forgiveAccount } from "../sign-in-throttle.server.ts";
import { hashNewPassword } from "./new-password.server.ts";
import { mailPasswordChanged } from "./password.server.ts";

/** Returns the state of a link for a new password. Changes nothing. */
export function readPasswordReset(token: string) {
	return readEmailLink(db, token, "reset");
}

/**
 * Sets the new password, ends every session, lifts the throttle and notifies the owner by mail. The
 * link came by mail, so the address is confirmed too. Returns the account's address, or null when
 * the link was not valid. A browser that used it for the same password has pressed twice: it gets
 * the address, and nothing changes. Throws as hashNewPassword does.
 */
export async function resetPassword(
	token: string,
	password: string,
	browser: string | null = null,
): Promise<string | null> {
	const found = await readPasswordReset(token);
	// Before the hash, which takes long: anybody may send a token.
	if (found.state !== "valid" && !isUsedBy(found, browser)) return null;
	const passwordHash = await hashNewPassword(password);
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
		forgiveAccount(tx, user.email);
		clearUndeliverable(tx, user.email);
		await spendEmailLink(tx, token, browser);
		await spendEmailLinks(tx, user.id, ["confirm", "reset", "email"]);
		await mailPasswordChanged(tx, user.email, "every browser");
		return before;
	});
	if (link.state === "unknown") return null;
	const user = await db.user.findUniqueOrThrow({ where: { id: link.userId } });
	if (link.state === "valid") {
		logEvent("password changed", { userId: user.id, by: "mailed link" });
		return user.email;
	}
	const isAgain = isUsedBy(link, browser) && (await verifyPassword(password, user.passwordHash));
	return isAgain ? user.email : null;
}

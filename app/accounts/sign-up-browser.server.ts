import { hashToken } from "#app/platform/crypto/tokens.server.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";

/**
 * Keeps the mark of the browser in which the password of an account was chosen or typed, while its
 * address is not confirmed. That browser may confirm it without the password (ADR 72).
 */
export async function keepSignUpBrowser(
	tx: Transaction,
	userId: string,
	mark: string | null = null,
): Promise<void> {
	await tx.user.updateMany({
		where: { id: userId, emailConfirmedAt: null },
		data: { signedUpIn: mark && hashToken(mark) },
	});
}

/** Does the same for a browser that has just signed in to such an account in vain. */
export function noteSignUpBrowser(userId: string, mark: string): Promise<void> {
	return transaction((tx) => keepSignUpBrowser(tx, userId, mark));
}

/** Whether the browser with this mark is the one in which the password was last typed. */
export async function isSignUpBrowser(
	tx: Transaction,
	userId: string,
	mark: string | null,
): Promise<boolean> {
	if (mark === null) return false;
	const where = { id: userId, signedUpIn: hashToken(mark) };
	return (await tx.user.count({ where })) > 0;
}

import { clock } from "#app/platform/clock.server.ts";
import { verifyPassword } from "#app/platform/crypto/passwords.server.ts";
import { keyedHash } from "#app/platform/crypto/seal.server.ts";
import { createToken, hashToken } from "#app/platform/crypto/tokens.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { logEvent, networkOf } from "#app/platform/log.server.ts";
import { clearUndeliverable } from "#app/platform/mail/undeliverable.sql.ts";
import { Refusal } from "#app/platform/refusal.ts";
import {
	type EmailLinkState,
	isUsedBy,
	readEmailLink,
	spendEmailLink,
	spendEmailLinks,
} from "./email-link.server.ts";
import { hashNewPassword } from "./passwords/new-password.server.ts";
import { endSessionOf, openSession } from "./session.server.ts";
import { countSignIn, forgiveSignIn } from "./sign-in-throttle.server.ts";
import { isSignUpBrowser } from "./sign-up-browser.server.ts";

/** Who confirms an address, and the token of the session that was there, which ends. */
type Confirmer = {
	clientAddress: string;
	/** The browser's mark. */
	browser?: string | null;
	/** What another browser than the one that signed up has to say: the password, or a new one. */
	password?: string;
	newPassword?: string;
	userAgent?: string;
	endedToken?: string | null;
};

/** Refuses a browser that neither signed up nor said a password. */
export class PasswordNeeded extends Refusal {
	constructor() {
		super("Please enter your password.", { field: "password" });
	}
}

/** Returns a confirmation link's state. Changes nothing. */
export function readConfirmation(token: string): Promise<EmailLinkState> {
	return readEmailLink(db, token, "confirm");
}

/** Whether this browser may confirm without the password, because it signed up. */
export async function mayConfirm(link: EmailLinkState, browser: string | null): Promise<boolean> {
	return link.state === "valid" && isSignUpBrowser(db, link.userId, browser);
}

/**
 * Confirms the address that the link was mailed to, sets the new password if one is given, and
 * opens a session. Returns the account's address and the session's token, or null when the link is
 * not valid. The browser that used the link gets the same session again while it lasts, because the
 * response to its first press may never have reached it. Throws PasswordNeeded, Refusal and TooMany
 * for the field password, and PasswordsBusyError.
 */
export async function confirmEmail(
	token: string,
	confirmer: Confirmer,
): Promise<{ email: string; token: string } | null> {
	const { browser = null, newPassword, userAgent, endedToken } = confirmer;
	const found = await readEmailLink(db, token, "confirm");
	if (found.state === "valid") await requireProof(found, confirmer);
	const passwordHash =
		found.state === "valid" && newPassword !== undefined
			? await hashNewPassword(newPassword)
			: undefined;
	const sessionToken =
		browser === null ? createToken() : keyedHash("confirmed in", token + browser);
	const confirmed = await transaction(async (tx) => {
		const link = await readEmailLink(tx, token, "confirm");
		if (isUsedBy(link, browser)) {
			const session = await tx.session.findUnique({
				where: { id: hashToken(sessionToken), expiresAt: { gt: clock.now() } },
				select: { user: { select: { email: true } } },
			});
			return session && { email: session.user.email, token: sessionToken };
		}
		if (link.state !== "valid") return null;
		const now = clock.now();
		const { email } = await tx.user.update({
			where: { id: link.userId },
			data: { emailConfirmedAt: now, updatedAt: now, signedUpIn: null, passwordHash },
		});
		clearUndeliverable(tx, email);
		await spendEmailLink(tx, token, browser);
		await spendEmailLinks(tx, link.userId, ["confirm"]);
		await endSessionOf(tx, endedToken);
		return { email, token: await openSession(tx, link.userId, userAgent, sessionToken) };
	});
	if (confirmed && found.state === "valid") {
		const network = networkOf(confirmer.clientAddress);
		logEvent("address confirmed", {
			userId: found.userId,
			network,
			isNewPassword: passwordHash !== undefined,
		});
	}
	return confirmed;
}

/** Nobody receives an account whose password a stranger chose (product.md, rule 12). */
async function requireProof(
	link: { userId: string },
	{ browser = null, clientAddress, password, newPassword }: Confirmer,
): Promise<void> {
	if (newPassword !== undefined || (await isSignUpBrowser(db, link.userId, browser))) return;
	if (!password) throw new PasswordNeeded();
	const { email, passwordHash } = await db.user.findUniqueOrThrow({ where: { id: link.userId } });
	const attempt = { email, clientAddress };
	await countSignIn(attempt, "password");
	if (!(await verifyPassword(password, passwordHash))) {
		throw new Refusal(
			"This is not the password that the account was created with. Please try again, or choose a new one.",
			{ field: "password" },
		);
	}
	await forgiveSignIn(attempt);
}

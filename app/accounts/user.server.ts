import { clock } from "#app/platform/clock.server.ts";
import { verifyPassword } from "#app/platform/crypto/passwords.server.ts";
import {
	db,
	isUniqueViolation,
	type Transaction,
	transaction,
} from "#app/platform/db/db.server.ts";
import { limitAskedMail } from "#app/platform/mail/unsolicited.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import type { UserAccess } from "./access.server.ts";
import { countAsked, limitClient, mailLink } from "./asked-link.server.ts";
import { hashNewPassword, refuseCommonPassword } from "./passwords/new-password.server.ts";
import { countAccount, forgiveAccount } from "./sign-in-throttle.server.ts";
import { keepSignUpBrowser } from "./sign-up-browser.server.ts";

type Credentials = { email: string; password: string };
type SignUpFrom = {
	clientAddress: string;
	/** The mark of the browser. */
	browser?: string | null;
	/** Where the confirmation link is to lead, a path here. Null: the dashboard. */
	returnTo?: string | null;
};

const ALREADY_EXISTS = "An account with this email already exists. Please try logging in instead.";
/** Accounts whose address is not confirmed are deleted after this time. */
const KEEP_UNCONFIRMED_MS = 7 * DAY_MS;

/**
 * Creates an account and mails the confirmation link. Signing up again before confirming mails
 * another link and keeps the password, whether or not it is the same; it counts as an attempt to
 * sign in. Throws Refusal when the address has an account or the password is a common one, TooMany,
 * and PasswordsBusyError.
 */
export async function signUp({ email, password }: Credentials, from: SignUpFrom): Promise<void> {
	// First, so that it tells nothing about the address.
	refuseCommonPassword(password);
	const existing = await transaction(async (tx) => {
		limitClient(tx, from.clientAddress);
		const user = await tx.user.findUnique({ where: { email } });
		if (!user?.emailConfirmedAt) countAccount(tx, email, "email");
		return user;
	});
	if (existing) return signUpAgain(existing, password, from);
	const passwordHash = await hashNewPassword(password);
	try {
		await transaction((tx) => createAccount(tx, { email, passwordHash }, from));
	} catch (error) {
		if (!isUniqueViolation(error)) throw error;
		const first = await db.user.findUniqueOrThrow({ where: { email } });
		await signUpAgain(first, password, from);
	}
}

async function createAccount(
	tx: Transaction,
	account: { email: string; passwordHash: string },
	{ browser, returnTo, clientAddress }: SignUpFrom,
): Promise<void> {
	const now = clock.now();
	const user = await tx.user.create({ data: { ...account, createdAt: now, updatedAt: now } });
	await keepSignUpBrowser(tx, user.id, browser);
	// Counted, but an account that was deleted within the minute doesn't keep the new one's mail.
	countAsked(tx, "confirm", user.email);
	limitAskedMail(tx, clientAddress, user.email);
	await mailLink(tx, "confirm", user, returnTo);
}

async function signUpAgain(
	user: { id: string; email: string; passwordHash: string; emailConfirmedAt: Date | null },
	password: string,
	{ browser, returnTo, clientAddress }: SignUpFrom,
): Promise<void> {
	if (user.emailConfirmedAt) throw new Refusal(ALREADY_EXISTS, { field: "email" });
	const isSame = await verifyPassword(password, user.passwordHash);
	await transaction(async (tx) => {
		if (isSame) {
			forgiveAccount(tx, user.email);
			await keepSignUpBrowser(tx, user.id, browser);
		}
		if (countAsked(tx, "confirm", user.email)) return;
		limitAskedMail(tx, clientAddress, user.email);
		await mailLink(tx, "confirm", user, returnTo);
	});
}

/** Deletes week-old accounts whose address was never confirmed. Returns how many. */
export async function forgetUnconfirmedAccounts(): Promise<number> {
	const before = later(clock.now(), -KEEP_UNCONFIRMED_MS);
	const { count } = await transaction((tx) =>
		tx.user.deleteMany({ where: { emailConfirmedAt: null, createdAt: { lt: before } } }),
	);
	return count;
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

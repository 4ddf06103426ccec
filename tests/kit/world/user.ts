import type { UserAccess } from "#app/accounts/access.server.ts";
import { requestConfirmation, requestPasswordReset } from "#app/accounts/asked-link.server.ts";
import { confirmEmail } from "#app/accounts/confirmation.server.ts";
import { accessForSession, openSession, signIn } from "#app/accounts/session.server.ts";
import { signUp } from "#app/accounts/user.server.ts";
import { grantPlan } from "#app/admin/administration.server.ts";
import type { PlanId } from "#app/billing/plan.ts";
import { clock } from "#app/platform/clock.server.ts";
import { hashPassword } from "#app/platform/crypto/passwords.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { PASSWORD } from "./password.ts";

export { PASSWORD };

let passwordHash: Promise<string> | undefined;
let count = 0;

type Traits = {
	email?: string;
	accountName?: string | null;
	confirmed?: boolean;
	adminRole?: "super_admin" | "admin" | "support";
	guideDismissed?: boolean;
	plan?: PlanId;
};

export type TestUser = UserAccess & { token: string };

/**
 * Creates a signed-in user, confirmed and with an account name unless the traits say otherwise.
 * `token` is the session's, for a cookie. The password is PASSWORD.
 */
export async function createUser(traits: Traits = {}): Promise<TestUser> {
	count += 1;
	const unique = `${process.pid}-${count}`;
	passwordHash ??= hashPassword(PASSWORD);
	const hash = await passwordHash;
	const now = clock.now();
	const token = await transaction(async (tx) => {
		const user = await tx.user.create({
			data: {
				email: traits.email ?? `user-${unique}@example.com`,
				passwordHash: hash,
				accountName: traits.accountName === undefined ? `account-${unique}` : traits.accountName,
				emailConfirmedAt: traits.confirmed === false ? null : now,
				adminRole: traits.adminRole ?? null,
				guideDismissedAt: traits.guideDismissed === false ? null : now,
				createdAt: now,
				updatedAt: now,
			},
		});
		return openSession(tx, user.id);
	});
	if (traits.plan) await grantPlan(traits.email ?? `user-${unique}@example.com`, traits.plan);
	const access = await accessForSession(token);
	if (!access) throw new Error("The new session is not there");
	return { ...access, token };
}

/** Puts a user on Pro, which forms require. */
export async function makePro(access: UserAccess): Promise<void> {
	await grantPlan(access.email, "pro");
}

/** Returns a client address that nothing has come from before. */
export function freshAddress(): string {
	count += 1;
	return `198.51.100.${count}`;
}

/** Signs in from an address of its own. Returns the session's token. */
export function signInTo(
	{ email }: { email: string },
	password = PASSWORD,
	userAgent?: string,
): Promise<string> {
	return signIn({ email, password }, { clientAddress: freshAddress(), userAgent });
}

/** Signs up from an address of its own. */
export function signUpAs(email: string, { password = PASSWORD, browser = "" } = {}): Promise<void> {
	return signUp({ email, password }, { clientAddress: freshAddress(), browser });
}

/** Uses a confirmation link in a browser that says a password. Returns the session's token. */
export async function confirmWith(link: string, password = PASSWORD): Promise<string | null> {
	return (await confirmEmail(link, { clientAddress: freshAddress(), password }))?.token ?? null;
}

/** Asks for a new confirmation link from an address of its own. */
export function askToConfirm(email: string): Promise<void> {
	return requestConfirmation(email, { clientAddress: freshAddress() });
}

/** Asks for a link for a new password from an address of its own. */
export function askToReset(email: string): Promise<void> {
	return requestPasswordReset(email, { clientAddress: freshAddress() });
}

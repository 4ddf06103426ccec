import type { UserAccess } from "#app/accounts/access.server.ts";
import { saveAccountName } from "#app/accounts/account-name/account-name.server.ts";
import { confirmEmail } from "#app/accounts/confirmation.server.ts";
import { accessForSession, signIn } from "#app/accounts/session.server.ts";
import { signUp } from "#app/accounts/user.server.ts";
import { findMail, listMail } from "#app/platform/mail/outbox.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { returnToPresent } from "./time.ts";

/** The password of every demo account. */
export const PASSWORD = "demo-password";
const AT = { clientAddress: "demo" };

/**
 * Signs up and confirms the address by the mailed link. An account from an earlier run is signed in
 * to instead, which sets the clock to the present. Throws a Refusal when that account has another
 * password.
 */
export async function signUpConfirmed(email: string): Promise<UserAccess> {
	try {
		await signUp({ email, password: PASSWORD }, AT);
		const link = await mailedLink(email, "/auth/confirm");
		const proof = { ...AT, password: PASSWORD };
		return await accessOf((await confirmEmail(link.get("token") ?? "", proof))?.token ?? null);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		// The account is from an earlier run. Signing in, at today's time, repeats any other refusal.
		returnToPresent();
		return accessOf(await signIn({ email, password: PASSWORD }, AT));
	}
}

/** As `signUpConfirmed`, and takes an account name if the account has none. */
export async function openAccount(email: string, accountName: string): Promise<UserAccess> {
	const access = await signUpConfirmed(email);
	if (access.accountName !== null) return access;
	await saveAccountName(access, accountName);
	return { ...access, accountName };
}

async function accessOf(token: string | null): Promise<UserAccess> {
	const access = token ? await accessForSession(token) : null;
	if (!access) throw new Error("The demo's account can't be signed in to.");
	return access;
}

/** Returns the query of the newest mailed link of a kind; empty when there is none. */
export async function mailedLink(email: string, path: string): Promise<URLSearchParams> {
	for (const { id, recipient } of await listMail()) {
		if (recipient !== email) continue;
		const text = (await findMail(id))?.text ?? "";
		const [url] = text.match(/https?:\/\/\S+/g)?.filter((one) => one.includes(`${path}?`)) ?? [];
		if (url) return new URL(url).searchParams;
	}
	return new URLSearchParams();
}

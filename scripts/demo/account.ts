import type { UserAccess } from "#app/accounts/access.server.ts";
import { accessForSession, signIn } from "#app/accounts/session.server.ts";
import { confirmEmail, signUp } from "#app/accounts/user.server.ts";
import { findMail, listMail } from "#app/platform/mail/outbox.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { returnToPresent } from "./time.ts";

/** Of each account of the demo. */
export const PASSWORD = "demo-password";

/**
 * An account whose address is confirmed by the mailed link, as a person would. One that is from an
 * earlier run is signed in to, and the clock is right then. Throws Refusal when it has another
 * password.
 */
export async function signUpConfirmed(email: string): Promise<UserAccess> {
	try {
		await signUp({ email, password: PASSWORD });
		const link = await mailedLink(email, "/auth/confirm");
		return await accessOf(await confirmEmail(link.get("token") ?? ""));
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		// The account is from an earlier run. Anything else is said by signing in, which is now.
		returnToPresent();
		return accessOf(await signIn({ email, password: PASSWORD }, "demo"));
	}
}

async function accessOf(token: string | null): Promise<UserAccess> {
	const access = token ? await accessForSession(token) : null;
	if (!access) throw new Error("The demo's account can't be signed in to.");
	return access;
}

/** The query of the newest link of a kind that was mailed to an address; empty where none is kept. */
export async function mailedLink(email: string, path: string): Promise<URLSearchParams> {
	for (const { id, recipient } of await listMail()) {
		if (recipient !== email) continue;
		const text = (await findMail(id))?.text ?? "";
		const [url] = text.match(/https?:\/\/\S+/g)?.filter((one) => one.includes(`${path}?`)) ?? [];
		if (url) return new URL(url).searchParams;
	}
	return new URLSearchParams();
}

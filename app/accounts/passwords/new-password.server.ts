import { hashPassword } from "#app/platform/crypto/passwords.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { COMMON_PASSWORDS } from "./common-passwords.server.ts";

/** Throws Refusal for the field password when it is one of the most common ones, in any case. */
export function refuseCommonPassword(password: string): void {
	if (!COMMON_PASSWORDS.has(password.trim().toLowerCase())) return;
	const text = "This password is one of the most common ones. Please choose another.";
	throw new Refusal(text, { field: "password" });
}

/**
 * Returns the hash of a password that somebody chose. Throws as refuseCommonPassword does, and
 * PasswordsBusyError.
 */
export async function hashNewPassword(password: string): Promise<string> {
	refuseCommonPassword(password);
	return hashPassword(password);
}

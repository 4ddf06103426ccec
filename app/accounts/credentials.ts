import { z } from "zod";
import { isReadable, text, UNREADABLE } from "#app/platform/text.ts";

const PASSWORD_MIN = 6;
const PASSWORD_MAX = 200;
const PASSWORD_TOO_SHORT = "Password must be at least 6 characters long";

const email = emailAddress("Please enter your e-mail address.");

const anyPassword = z.string({ error: "Please enter your password." }).max(PASSWORD_MAX, {
	error: `Please use at most ${PASSWORD_MAX} characters.`,
});
/** The signed-in user's password, entered again. */
const currentPassword = anyPassword.refine(isReadable, UNREADABLE);
const newPassword = anyPassword
	.min(PASSWORD_MIN, PASSWORD_TOO_SHORT)
	.refine(isReadable, UNREADABLE);

const confirmPassword = z.string({ error: "Please enter the password a second time." });

export const signInSchema = z.object({ email, password: anyPassword });

export const signUpSchema = z
	.object({ email, password: newPassword, confirm_password: confirmPassword })
	.refine(isTypedTwice, { path: ["confirm_password"], message: "Passwords do not match" });

export const newPasswordSchema = z
	.object({ password: newPassword, confirm_password: confirmPassword })
	.refine(isTypedTwice, { path: ["confirm_password"], message: "Passwords do not match" });

/** The browser that signed up confirms the address without the password. */
export const confirmSchema = z.object({ password: anyPassword.optional() });

export const changePasswordSchema = z
	.object({
		current_password: currentPassword,
		password: newPassword,
		confirm_password: z.string({ error: "Please enter the new password a second time." }),
	})
	.refine(isTypedTwice, { path: ["confirm_password"], message: "New passwords don't match." });

/** A session that has just been opened signs out others without the password. */
export const endSessionsSchema = z.object({
	session: z.string(),
	current_password: currentPassword.optional(),
});

export const changeEmailSchema = z.object({ email, current_password: currentPassword });

const CONFIRM_DELETION = "Please type 'DELETE' to confirm account deletion.";

export const deleteAccountSchema = z.object({
	confirmation: z
		.string({ error: CONFIRM_DELETION })
		.refine(isReadable, { error: UNREADABLE, abort: true })
		.refine((value) => value === "DELETE", CONFIRM_DELETION),
	current_password: currentPassword,
});

export const emailSchema = z.object({ email });

function isTypedTwice(value: { password: string; confirm_password: string }): boolean {
	return value.password === value.confirm_password;
}

/**
 * Returns the schema of an e-mail address, which trims it and puts it in lower case. `required` is
 * the message for an empty field; without it, an empty field is "".
 */
export function emailAddress(required?: string) {
	return text({ max: 254, required })
		.transform((value) => visibleAddress(value ?? "").toLowerCase())
		.refine((value) => value === "" || isEmailAddress(value), "Please enter a valid email address");
}

/** Returns a typed address without what nobody sees, such as a zero-width space copied along. */
export function visibleAddress(value: string): string {
	return value.replace(/\p{Default_Ignorable_Code_Point}/gu, "").trim();
}

/** Checks the shape only: one @ and a dot in the domain. Only a mail that arrives proves more. */
export function isEmailAddress(value: string): boolean {
	return /^[^\s\p{Cc}@<>,;:"()[\]\\]+@[^\s\p{Cc}@<>,;:"()[\]\\]+\.[^\s\p{Cc}@<>,;:"()[\]\\.]{2,}$/u.test(
		value,
	);
}

import { composeEmail } from "#app/platform/mail/email.ts";

/** Asks a new account holder to confirm the address. */
export function confirmEmail({ url }: { url: string }) {
	return composeEmail({
		subject: "Confirm your e-mail address",
		paragraphs: [
			"Welcome to Smallprint. Please confirm that this address is yours, and your account is ready.",
		],
		link: { label: "Confirm my address", url },
		closing: [
			"The link works once, for 24 hours.",
			"If you didn't create an account, ignore this mail: without the link the account stays closed.",
		],
	});
}

import { composeEmail } from "#app/platform/mail/email.ts";

/** To the address that an account had: the account is gone. */
export function accountDeleted({ supportEmail }: { supportEmail: string }) {
	return composeEmail({
		subject: "Your account was deleted",
		paragraphs: [
			"Your Smallprint account was deleted just now. What you had published is offline, a subscription is cancelled, and everything that the account held is being erased.",
			"The addresses that you had are never given to anybody else.",
		],
		closing: [
			"With this address you can create a new account, which starts empty.",
			`If it wasn't you, please write to ${supportEmail} at once.`,
		],
	});
}

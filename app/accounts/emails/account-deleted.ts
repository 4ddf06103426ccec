import { composeEmail } from "#app/platform/mail/email.ts";

/** Tells the address of a deleted account that it was deleted. */
export function accountDeleted({ supportEmail }: { supportEmail: string }) {
	return composeEmail({
		subject: "Your account was deleted",
		paragraphs: [
			"Your Smallprint account was just deleted. Everything you published is offline, a subscription is cancelled, and all data of the account is being erased.",
			"Your addresses are never given to anybody else.",
		],
		closing: [
			"You can create a new account with this e-mail address. It starts empty.",
			`If it wasn't you, please write to ${supportEmail} at once.`,
		],
	});
}

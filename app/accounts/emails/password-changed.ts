import { composeEmail } from "#app/platform/mail/email.ts";

type Content = { url: string; signedOut: "every browser" | "every other browser" };

/** Tells an account holder of a password change, so that a stranger's change is noticed. */
export function passwordChanged({ url, signedOut }: Content) {
	return composeEmail({
		subject: "Your password was changed",
		paragraphs: [
			`The password of your Smallprint account was changed just now, and ${signedOut} was signed out.`,
		],
		link: { label: "I didn't do this: choose another password", url },
		closing: ["If it was you, you don't have to do anything."],
	});
}

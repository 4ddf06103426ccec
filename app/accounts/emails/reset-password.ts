import { composeEmail } from "#app/platform/mail/email.ts";

/** Sends a link for a new password to an account holder who forgot it. */
export function resetPassword({ url }: { url: string }) {
	return composeEmail({
		subject: "Choose a new password",
		paragraphs: ["Somebody, probably you, asked for a new password for your Smallprint account."],
		link: { label: "Choose a new password", url },
		closing: [
			"The link works once, for one hour.",
			"If it wasn't you, ignore this mail: your password stays as it is.",
		],
	});
}

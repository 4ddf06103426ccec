import { composeEmail } from "./email";

/** To an account holder whose password was just changed, so that a stranger's change is noticed. */
export function passwordChanged({ url }: { url: string }) {
	return composeEmail({
		subject: "Your password was changed",
		paragraphs: [
			"The password of your Smallprint account was changed just now, and every browser was signed out.",
		],
		link: { label: "I didn't do this: choose another password", url },
		closing: ["If it was you, you need do nothing."],
	});
}

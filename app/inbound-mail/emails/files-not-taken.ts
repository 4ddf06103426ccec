import { composeEmail } from "#app/platform/mail/email.ts";

type Content = { appName: string; note: string };

/** To somebody whose mail had files, the first time. `note` names them. */
export function filesNotTaken({ appName, note }: Content) {
	return composeEmail({
		subject: "Your message arrived without its files",
		app: appName,
		paragraphs: [
			`What you wrote stands in the conversation about ${appName}. ${note}`,
			"Conversations can't take files yet. You can put them where the other side can fetch them, and write the address.",
		],
		closing: ["We tell you this once. Please don't reply to this mail: nobody reads the replies."],
	});
}

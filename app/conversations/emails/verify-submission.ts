import { composeEmail } from "#app/platform/mail/email.ts";
import { NO_REPLY } from "./conversation-letter.ts";

type Content = { formTitle: string; appName: string; url: string; refuseUrl: string };

/**
 * To a visitor who sent a form, to verify the address. It contains nothing that the visitor typed,
 * so that nobody can use it to send their own text to a stranger (product.md, rule 35).
 */
export function verifySubmission({ formTitle, appName, url, refuseUrl }: Content) {
	return composeEmail({
		subject: `Confirm your message to ${appName}`,
		app: appName,
		preheader: "One click delivers it.",
		paragraphs: [
			`You (or somebody who gave your address) wrote to ${appName} through the form "${formTitle}". Please confirm that this address is yours: then the message is delivered, and you can talk with the developer.`,
		],
		link: { label: "Confirm and start the conversation", url },
		closing: [
			"The link works once, for 24 hours.",
			`This wasn't you? Tell us, and the form will not write to this address again: ${refuseUrl}`,
			NO_REPLY,
		],
	});
}

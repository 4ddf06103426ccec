import { NO_REPLY } from "#app/conversations/emails/conversation-letter.ts";
import { composeEmail } from "#app/platform/mail/email.ts";

type Content = { appName: string; from: string; why: string; quote: string; url: string };

/** To the proved address of a side, when a mail for its conversation is held. */
export function wasThisYou({ appName, from, why, quote, url }: Content) {
	return composeEmail({
		subject: "Was this you?",
		app: appName,
		paragraphs: [
			`A mail came for your conversation about ${appName}, from ${from || "no single sender"}, which we could not prove to be yours (${why}). Nobody else has seen it.`,
			...(quote ? [`“${quote}”`] : []),
			"If you wrote it, add it to the conversation. If not, throw it away.",
		],
		link: { label: "Add it or throw it away", url },
		closing: ["If you do nothing, it is gone in a week.", NO_REPLY],
	});
}

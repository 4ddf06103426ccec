import type { ConversationLetter } from "./conversation-letter.ts";

type Content = { formTitle: string; appName: string; messages: string[]; url: string };

/** To a visitor whose session is over: the developer's reply and a new session link. */
export function replyToVisitor({ formTitle, appName, messages, url }: Content): ConversationLetter {
	return {
		subject: `Your message to ${appName}`,
		app: appName,
		preheader: messages.join(" "),
		paragraphs: [`${appName} answered what you sent through the form "${formTitle}":`, ...messages],
		link: {
			answerOr: "Answer this mail, or open the conversation",
			label: "Open the conversation",
			url,
		},
		closing: [
			"The link works once, within the hour. After that, the same page sends you a new one.",
		],
	};
}

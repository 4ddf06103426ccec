import type { ConversationLetter } from "./conversation-letter.ts";

type Content = { formTitle: string; appName: string; url: string };

/** To a visitor who asked for a new session. */
export function sessionLink({ formTitle, appName, url }: Content): ConversationLetter {
	return {
		subject: `Your conversation with ${appName}`,
		app: appName,
		paragraphs: [
			`Here is the link to continue your conversation with ${appName}, which began with the form "${formTitle}".`,
		],
		link: {
			answerOr: "Answer this mail, or open the conversation",
			label: "Open the conversation",
			url,
		},
		closing: ["The link works once, within the next hour, and opens a session of one hour."],
	};
}

import type { ConversationLetter } from "./conversation-letter.ts";

type Content = {
	formTitle: string;
	appName: string;
	email: string;
	name: string;
	paragraphs: string[];
	url: string;
};

/** To the owner, when a visitor verified their address or wrote again. */
export function newMessage(content: Content): ConversationLetter {
	const { formTitle, appName, email, name, paragraphs, url } = content;
	const sender = name ? `${name} (${email})` : email;
	return {
		subject: `${name || email} wrote to ${appName}`,
		app: appName,
		preheader: paragraphs.join(" "),
		paragraphs: [`${sender} wrote through "${formTitle}" of ${appName}:`, ...paragraphs],
		link: {
			answerOr: "Answer this mail, or open the conversation",
			label: "Open the conversation",
			url,
		},
		closing: [],
	};
}

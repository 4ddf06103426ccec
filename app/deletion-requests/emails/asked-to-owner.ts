import type { ConversationLetter } from "#app/conversations/emails/conversation-letter.ts";
import { formatLongDate } from "#app/platform/time.ts";

type Content = {
	number: number;
	appName: string;
	scope: string;
	dueAt: Date;
	/** Whoever asked. */
	email: string;
	/** What they wrote besides. */
	answers: { label: string; value: string }[];
	/** The owner's side of the conversation. */
	url: string;
};

/** To the owner, once somebody who asked for deletion proved the address. */
export function askedToOwner(content: Content): ConversationLetter {
	const { number, appName, scope, dueAt, email, answers, url } = content;
	const day = formatLongDate(dueAt);
	const what = scope === "part" ? "some of their data" : "their account and all its data";
	return {
		subject: `Deletion request for ${appName}, due ${day}`,
		app: appName,
		paragraphs: [
			`${email} asks you to delete ${what} in ${appName} by ${day}. It is request no. ${number}.`,
			...answers.map(({ label, value }) => `${label}:\n${value}`),
		],
		link: {
			answerOr: "Answer this mail to write to them, or open the request",
			label: "Open the request",
			url,
		},
		closing: [
			"Once it is done, say so there: the person gets a mail. We remind you before the day.",
			"This mail comes whatever your settings say, because the law sets the day.",
		],
	};
}

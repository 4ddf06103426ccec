import type { ConversationLetter } from "#app/conversations/emails/conversation-letter.ts";
import { formatLongDate } from "#app/platform/time.ts";

type Content = {
	appName: string;
	scope: string;
	dueAt: Date;
	statusUrl: string;
	/** Whether the app went to the trash since the person asked. */
	isTakenDown: boolean;
};

/** To whoever asked for deletion, once the address is proved. */
export function askedToVisitor(content: Content): ConversationLetter {
	const { appName, scope, dueAt, statusUrl, isTakenDown } = content;
	const what = scope === "part" ? "the data that you named" : "your account and data";
	return {
		subject: `Your deletion request at ${appName}`,
		app: appName,
		paragraphs: [
			`${appName} has until ${formatLongDate(dueAt)} to delete ${what}. You will be told when it is done.`,
			...(isTakenDown
				? [
						"The app was taken down by its developer since you asked. Your request stands, and its developer has it.",
					]
				: []),
		],
		link: {
			answerOr: `Answer this mail to write to ${appName}, or see how it stands`,
			label: "See how it stands",
			url: statusUrl,
		},
		closing: [
			"Keep this mail: its link shows at any time how your request stands, and lets you take it back.",
		],
	};
}

import type { ConversationLetter } from "#app/conversations/emails/conversation-letter.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { describeDue } from "../requests/days.ts";
import { describeScope, type RequestState } from "../requests/request.ts";

type Content = {
	request: Pick<RequestState, "number" | "appName" | "scope" | "askedAt" | "dueAt">;
	/** Who asked. */
	email: string;
	/** The owner's side of the request's conversation. */
	url: string;
};

const ALWAYS_SENT =
	"Mails about deletion requests come whatever your settings say, because the law sets their days.";

function told({ request, email }: Content): string {
	const { number, appName, askedAt } = request;
	return `${email} asked ${appName} on ${formatLongDate(askedAt)} to delete ${describeScope(request)}. It is request no. ${number}.`;
}

/** A request waits: `now` decides whether it is due soon, today, or late. */
export function deletionReminder(content: Content & { now: Date }): ConversationLetter {
	const { request, now } = content;
	const due = describeDue(request.dueAt, now);
	const isLate = due.endsWith("late");
	const day = formatLongDate(request.dueAt);
	return {
		subject: `${due[0]?.toUpperCase()}${due.slice(1)}: deletion request for ${request.appName}`,
		app: request.appName,
		preheader: `${content.email} waits for your answer.`,
		paragraphs: [
			told(content),
			isLate
				? `You promised an answer by ${day}. That day has passed, and the person has been told so. Please delete the data and tell them, or refuse with a reason.`
				: `You promised an answer by ${day}. Please delete the data and tell them, or refuse with a reason.`,
		],
		link: {
			answerOr: "Answer this mail to write to them, or answer the request",
			label: "Answer the request",
			url: content.url,
		},
		closing: [ALWAYS_SENT],
	};
}

/** The person took the request back. */
export function requestTakenBack(content: Content): ConversationLetter {
	const { appName } = content.request;
	return {
		subject: `Taken back: a deletion request for ${appName}`,
		app: appName,
		preheader: "Please do not delete anything.",
		paragraphs: [told(content), "The person has taken it back. Please do not delete anything."],
		link: {
			answerOr: "Answer this mail to write to them, or open the conversation",
			label: "Open the conversation",
			url: content.url,
		},
		closing: [ALWAYS_SENT],
	};
}

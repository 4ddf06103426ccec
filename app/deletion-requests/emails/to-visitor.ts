import type { ConversationLetter } from "#app/conversations/emails/conversation-letter.ts";
import { composeEmail } from "#app/platform/mail/email.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { type RequestState, yourScope } from "../requests/request.ts";

type Content = {
	request: Pick<RequestState, "appName" | "scope" | "askedAt" | "dueAt">;
	/** Where the developer can be written to. Null: nowhere that is known. */
	contactEmail: string | null;
	statusUrl: string;
};

const AUTHORITY = "In many countries, you can also turn to a data protection authority.";

function seeStatus({ request, statusUrl: url }: Content) {
	const answerOr = `Answer this mail to write to ${request.appName}, or see your request`;
	return { answerOr, label: "See your request", url };
}

function contactLine({ contactEmail, request }: Content): string[] {
	return contactEmail ? [`You can write to ${request.appName}: ${contactEmail}`] : [];
}

/** The account or the data was deleted. `text` is the owner's, or "". */
export function deletionDone({ text, ...content }: Content & { text: string }): ConversationLetter {
	const { appName, askedAt, scope } = content.request;
	const what = scope === "part" ? "data" : "account";
	return {
		subject: `Deleted: your ${appName} ${what}`,
		app: appName,
		paragraphs: [
			`You asked ${appName} on ${formatLongDate(askedAt)} to delete ${yourScope(content.request)}. ${appName} says that it is done.`,
			...(text ? [text] : []),
		],
		link: seeStatus(content),
		closing: [
			"What you wrote with the request, and your address, are erased here 30 days from now.",
			...contactLine(content),
		],
	};
}

/** The owner did not delete, and says why. */
export function deletionRefused({
	reason,
	...content
}: Content & { reason: string }): ConversationLetter {
	const { appName, askedAt } = content.request;
	return {
		subject: `${appName} did not delete your data`,
		app: appName,
		paragraphs: [
			`You asked ${appName} on ${formatLongDate(askedAt)} to delete ${yourScope(content.request)}. ${appName} did not, for this reason:`,
			reason,
		],
		link: seeStatus(content),
		closing: [...contactLine(content), AUTHORITY],
	};
}

/** The day passed, and the owner gave no answer. */
export function deletionLate(content: Content): ConversationLetter {
	const { appName, askedAt, dueAt } = content.request;
	return {
		subject: `${appName} has not answered your deletion request`,
		app: appName,
		paragraphs: [
			`You asked ${appName} on ${formatLongDate(askedAt)} to delete ${yourScope(content.request)}. It was to be done by ${formatLongDate(dueAt)}. That day has passed without an answer.`,
			`Your request stays open. We remind the developer of it, and you will be told when it is answered.`,
		],
		link: seeStatus(content),
		closing: [...contactLine(content), AUTHORITY],
	};
}

/** The person took the request back, by the link of its mail. */
export function deletionTakenBack(content: Content): ConversationLetter {
	const { appName, askedAt } = content.request;
	return {
		subject: `Taken back: your deletion request at ${appName}`,
		app: appName,
		paragraphs: [
			`Your request of ${formatLongDate(askedAt)}, to delete ${yourScope(content.request)} at ${appName}, was taken back. ${appName} has been told, and need not delete anything.`,
			"This wasn’t you? Then please send the request again.",
		],
		link: seeStatus(content),
		closing: contactLine(content),
	};
}

/** The developer's account is gone, and with it whoever could answer here. */
export function appTakenDown({ statusUrl: _, ...content }: Content) {
	const { appName, askedAt } = content.request;
	return composeEmail({
		subject: `${appName} was taken down, and your deletion request is still open`,
		app: appName,
		paragraphs: [
			`You asked ${appName} on ${formatLongDate(askedAt)} to delete ${yourScope(content.request)}. Its developer has closed their account at Smallprint without an answer, so nobody can answer you here any more.`,
			"What you wrote to the developer here is erased. We do not know what the app itself still holds, and your right to have it deleted does not end with the app.",
			...(content.contactEmail ? [`The app’s address was ${content.contactEmail}.`] : []),
			AUTHORITY,
		],
		closing: ["Please don't reply to this mail: nobody reads the replies."],
	});
}

import { composeEmail } from "#app/platform/mail/email.ts";
import { NO_REPLY } from "./verify-submission.ts";

/** To a visitor whose session is over: the developer's reply and a new session link. */
export function replyToVisitor(content: { appName: string; message: string; url: string }) {
	return composeEmail({
		subject: `${content.appName} replied to you`,
		paragraphs: [`${content.appName} answered:`, content.message],
		link: { label: "Open the conversation and reply", url: content.url },
		closing: [
			"The link works once, within the next hour. After that, the same page sends you a new one.",
			NO_REPLY,
		],
	});
}

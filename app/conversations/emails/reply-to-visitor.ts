import { composeEmail } from "#app/platform/mail/email.ts";
import { NO_REPLY } from "./verify-submission.ts";

type Content = { formTitle: string; appName: string; message: string; url: string };

/** To a visitor whose session is over: the developer's reply and a new session link. */
export function replyToVisitor(content: Content) {
	return composeEmail({
		subject: `${content.appName} replied to you`,
		app: content.appName,
		preheader: content.message,
		paragraphs: [
			`${content.appName} answered what you sent through the form "${content.formTitle}":`,
			content.message,
		],
		link: { label: "Open the conversation and reply", url: content.url },
		closing: [
			"The link works once, within the next hour. After that, the same page sends you a new one.",
			NO_REPLY,
		],
	});
}

import { composeEmail } from "#app/platform/mail/email.ts";
import { NO_REPLY } from "./verify-submission.ts";

/** To a visitor who asked for a new session. */
export function sessionLink({ appName, url }: { appName: string; url: string }) {
	return composeEmail({
		subject: `Your conversation with ${appName}`,
		paragraphs: [`Here is the link to continue your conversation with ${appName}.`],
		link: { label: "Open the conversation", url },
		closing: [
			"The link works once, within the next hour, and opens a session of one hour.",
			NO_REPLY,
		],
	});
}

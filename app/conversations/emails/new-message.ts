import { composeEmail } from "#app/platform/mail/email.ts";
import { NO_REPLY } from "./verify-submission.ts";

type Content = { formTitle: string; appName: string; email: string; excerpt: string; url: string };

/** To the owner, when a visitor verified their address or wrote again. */
export function newMessage({ formTitle, appName, email, excerpt, url }: Content) {
	return composeEmail({
		subject: `New message for ${appName} from ${email}`,
		paragraphs: [`${email} wrote through "${formTitle}" of ${appName}:`, excerpt],
		link: { label: "Read and reply", url },
		closing: [NO_REPLY],
	});
}

import { composeEmail } from "#app/platform/mail/email.ts";
import { NO_REPLY } from "./verify-submission.ts";

type Content = {
	formTitle: string;
	appName: string;
	email: string;
	name: string;
	paragraphs: string[];
	url: string;
};

/** To the owner, when a visitor verified their address or wrote again. */
export function newMessage({ formTitle, appName, email, name, paragraphs, url }: Content) {
	const sender = name ? `${name} (${email})` : email;
	return composeEmail({
		subject: `New message for ${appName} from ${email}`,
		app: appName,
		preheader: paragraphs.join(" "),
		paragraphs: [`${sender} wrote through "${formTitle}" of ${appName}:`, ...paragraphs],
		link: { label: "Read and reply", url },
		closing: [NO_REPLY],
	});
}

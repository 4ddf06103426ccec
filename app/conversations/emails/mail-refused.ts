import { composeEmail } from "#app/platform/mail/email.ts";
import { NO_REPLY } from "./conversation-letter.ts";

type Content = { formTitle: string; appName: string; allowUrl: string; refuseAllUrl: string };

/** To somebody who said "This wasn't me". It is the form's last mail to the address. */
export function mailRefused({ formTitle, appName, allowUrl, refuseAllUrl }: Content) {
	return composeEmail({
		subject: `No more mail from ${appName}`,
		app: appName,
		paragraphs: [
			`You told us that somebody else gave your address to ${appName}. The form "${formTitle}" sends you no more mail. You need not do anything else.`,
		],
		link: { label: "Take it back", url: allowUrl },
		closing: [
			`Other developers' forms can still write to you. You want no mail from any form on this site? ${refuseAllUrl}`,
			NO_REPLY,
		],
	});
}

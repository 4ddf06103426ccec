import { composeEmail } from "#app/platform/mail/email.ts";

/** To somebody who asks for what they get already. */
export function alreadySubscribed({ appName, url }: { appName: string; url: string }) {
	return composeEmail({
		subject: `You are told of changes to ${appName}'s documents`,
		app: appName,
		paragraphs: [
			`Somebody asked to be told when a legal document of ${appName} changes, and gave this address. You are told of that already, so there is nothing to do.`,
		],
		closing: [`You want no such mail any more? ${url}`],
	});
}

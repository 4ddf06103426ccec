import { composeEmail } from "#app/platform/mail/email.ts";

/**
 * To an address that somebody gave. It holds nothing that was typed, and nothing of the owner's but
 * the app's name, so that nobody can use it to send their own text to a stranger.
 */
export function confirmSubscription({ appName, url }: { appName: string; url: string }) {
	return composeEmail({
		subject: `Confirm: changes to ${appName}'s documents`,
		app: appName,
		preheader: "One click, and you are told.",
		paragraphs: [
			`Somebody asked to be told when a legal document of ${appName} changes, and gave this address.`,
		],
		link: { label: "Yes, tell me", url },
		closing: ["The link works for a day. If it wasn't you, do nothing."],
	});
}

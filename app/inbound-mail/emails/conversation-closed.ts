import { composeEmail } from "#app/platform/mail/email.ts";

type Content = { appName: string; newUrl: string | null };

/** To a visitor who answered by mail in a conversation that is closed. */
export function conversationClosed({ appName, newUrl }: Content) {
	return composeEmail({
		subject: `Your conversation with ${appName} is closed`,
		app: appName,
		paragraphs: [
			`This conversation is closed, so your mail was not delivered to ${appName}.${newUrl ? " You can start a new one." : ""}`,
		],
		link: newUrl ? { label: "Start a new conversation", url: newUrl } : undefined,
		closing: ["Please don't reply to this mail: nobody reads the replies."],
	});
}

import { composeEmail } from "#app/platform/mail/email.ts";
import { NO_REPLY } from "./conversation-letter.ts";

type Message = {
	email: string;
	name: string;
	formTitle: string;
	appName: string;
	ago: string;
	words: string | null;
};

type Content = {
	count: number;
	/** Whether there are more than were counted. */
	isMore: boolean;
	/** The last active ones. */
	messages: Message[];
	url: string;
	settingsUrl: string;
};

/** To the owner, once a day: what waits for a reply. */
export function digest({ count, isMore, messages, url, settingsUrl }: Content) {
	const number = isMore ? `More than ${count - 1}` : String(count);
	const rest = count - messages.length;
	const others = isMore ? "And many more." : `And ${rest} more.`;
	return composeEmail({
		subject: `${number} ${count === 1 ? "message waits" : "messages wait"} for your reply`,
		paragraphs: [...messages.map(told), ...(rest > 0 ? [others] : [])],
		link: { label: "Read and reply", url },
		closing: [
			`You get this mail once a day while something waits. You can change that in the settings: ${settingsUrl}`,
			NO_REPLY,
		],
	});
}

function told({ email, name, formTitle, appName, ago, words }: Message): string {
	const sender = name ? `${name} (${email})` : email;
	return `${sender}, through "${formTitle}" of ${appName}, ${ago}:\n${words}`;
}

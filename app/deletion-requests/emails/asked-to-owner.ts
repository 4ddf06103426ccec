import { NO_REPLY } from "#app/conversations/emails/verify-submission.ts";
import { composeEmail } from "#app/platform/mail/email.ts";
import { formatLongDate } from "#app/platform/time.ts";

type Content = {
	number: number;
	appName: string;
	scope: string;
	dueAt: Date;
	/** Whoever asked. */
	email: string;
	/** What they wrote besides. */
	answers: { label: string; value: string }[];
	/** The owner's side of the conversation. */
	url: string;
};

/** To the owner, once somebody who asked for deletion proved the address. */
export function askedToOwner({ number, appName, scope, dueAt, email, answers, url }: Content) {
	const day = formatLongDate(dueAt);
	const what = scope === "part" ? "some of their data" : "their account and all its data";
	return composeEmail({
		subject: `Deletion request for ${appName}, due ${day}`,
		app: appName,
		paragraphs: [
			`${email} asks you to delete ${what} in ${appName} by ${day}. It is request no. ${number}.`,
			...answers.map(({ label, value }) => `${label}:\n${value}`),
		],
		link: { label: "Open the request", url },
		closing: [
			"Once it is done, say so there: the person gets a mail. We remind you before the day.",
			"This mail comes whatever your settings say, because the law sets the day.",
			NO_REPLY,
		],
	});
}

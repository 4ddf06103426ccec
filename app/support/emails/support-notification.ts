import { composeEmail } from "#app/platform/mail/email.ts";

type Content = {
	number: number;
	formTitle: string;
	email: string;
	/** The answers with the labels of the form. */
	answers: { label: string; value: string }[];
	/** Why the message has high priority, or null. */
	urgency: string | null;
	url: string;
};

/** Tells the site's operators about a support message. Replies go to its writer. */
export function supportNotification(content: Content) {
	const { number, formTitle, email, answers, urgency, url } = content;
	return composeEmail({
		subject: `Support request from ${email} (${number})`,
		paragraphs: [
			`${email} wrote through "${formTitle}":`,
			...answers.map(({ label, value }) => `${label}:\n${value || "–"}`),
			...(urgency ? [urgency] : []),
		],
		link: { label: "Open it in the admin area", url },
		closing: [`A reply to this mail goes to ${email}.`],
	});
}

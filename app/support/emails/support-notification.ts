import { composeEmail } from "#app/platform/mail/email.ts";

type Content = {
	formTitle: string;
	email: string;
	/** What they wrote, by the labels of the form. */
	answers: { label: string; value: string }[];
	/** Why it goes before others, or null. */
	urgency: string | null;
	url: string;
};

/** To the site's operators: somebody wrote through the support form. An answer goes to the writer. */
export function supportNotification({ formTitle, email, answers, urgency, url }: Content) {
	return composeEmail({
		subject: `Support request from ${email}`,
		paragraphs: [
			`${email} wrote through "${formTitle}":`,
			...answers.map(({ label, value }) => `${label}:\n${value || "–"}`),
			...(urgency ? [urgency] : []),
		],
		link: { label: "Open it in the admin area", url },
		closing: [`A reply to this mail goes to ${email}.`],
	});
}

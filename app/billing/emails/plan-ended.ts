import { composeEmail, type Email } from "#app/platform/mail/email.ts";

/** Tells an owner that a plan that was paid for is over, and what that means for what is online. */
export function planEnded({
	planName,
	hadForms,
	url,
}: {
	planName: string;
	hadForms: boolean;
	/** Where to choose a plan. */
	url: string;
}): Email {
	return composeEmail({
		subject: `Your ${planName} plan has ended`,
		paragraphs: [
			`Your ${planName} plan at Smallprint has ended. Every page that you published stays online at its address, and you can go on editing it.`,
			...(hadForms
				? [
						"Your support forms say that they accept no new messages right now. What people sent you stays readable, and you can still answer it.",
					]
				: []),
			"To continue where you left off, choose a plan again.",
		],
		link: { label: "Choose a plan", url },
	});
}

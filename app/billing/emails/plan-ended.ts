import { composeEmail, type Email } from "#app/platform/mail/email.ts";

type PlanEnded = {
	planName: string;
	hadForms: boolean;
	/** The address of the plan chooser. */
	url: string;
};

/** Tells an owner that a paid plan has ended, and what happens to the published pages. */
export function planEnded({ planName, hadForms, url }: PlanEnded): Email {
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

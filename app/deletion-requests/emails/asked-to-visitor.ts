import { NO_REPLY } from "#app/conversations/emails/verify-submission.ts";
import { composeEmail } from "#app/platform/mail/email.ts";
import { formatLongDate } from "#app/platform/time.ts";

type Content = {
	appName: string;
	scope: string;
	dueAt: Date;
	statusUrl: string;
	/** Whether the app went to the trash since the person asked. */
	isTakenDown: boolean;
};

/** To whoever asked for deletion, once the address is proved. */
export function askedToVisitor({ appName, scope, dueAt, statusUrl, isTakenDown }: Content) {
	const what = scope === "part" ? "the data that you named" : "your account and data";
	return composeEmail({
		subject: `Your deletion request at ${appName}`,
		app: appName,
		paragraphs: [
			`${appName} has until ${formatLongDate(dueAt)} to delete ${what}. You will be told when it is done.`,
			...(isTakenDown
				? [
						"The app was taken down by its developer since you asked. Your request stands, and its developer has it.",
					]
				: []),
		],
		link: { label: "See how it stands", url: statusUrl },
		closing: [
			"Keep this mail: its link shows at any time how your request stands, and lets you take it back.",
			NO_REPLY,
		],
	});
}

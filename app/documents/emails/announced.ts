import { composeEmail } from "#app/platform/mail/email.ts";

type Content = { title: string; appName: string; url: string };

/** Tells the owner that an announced text was published on its day. */
export function announcedPublished({ title, appName, url }: Content) {
	return composeEmail({
		subject: `${title} of ${appName} is published, as announced`,
		app: appName,
		paragraphs: [
			`The new text of "${title}" was announced for today, and it is public now. The one before is among its versions.`,
		],
		link: { label: "See the document", url },
	});
}

/** Tells the owner that an announced text could not be published on its day. */
export function announcedFailed({ title, appName, failure, url }: Content & { failure: string }) {
	return composeEmail({
		subject: `${title} of ${appName} could not be published`,
		app: appName,
		paragraphs: [
			`The new text of "${title}" was announced for today, and it could not be published. The earlier text is still public.`,
			`Why: ${failure}`,
		],
		link: { label: "Open the draft", url },
		closing: ["It is tried again as soon as you save the draft."],
	});
}

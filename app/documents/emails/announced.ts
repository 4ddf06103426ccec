import { composeEmail } from "#app/platform/mail/email.ts";
import { formatLongDate } from "#app/platform/time.ts";

type Content = { title: string; appName: string; effectiveOn: string; url: string };

/** Tells the owner that an announced text was published on its day. */
export function announcedPublished({ title, appName, effectiveOn, url }: Content) {
	return composeEmail({
		subject: `${title} of ${appName} is published, as announced`,
		app: appName,
		paragraphs: [
			`${wasAnnounced(title, effectiveOn)} is public now. The one before is among its versions.`,
		],
		link: { label: "See the document", url },
	});
}

/** Tells the owner that an announced text could not be published on its day. */
export function announcedFailed(content: Content & { failure: string }) {
	const { title, appName, effectiveOn, failure, url } = content;
	return composeEmail({
		subject: `${title} of ${appName} could not be published`,
		app: appName,
		paragraphs: [
			`${wasAnnounced(title, effectiveOn)} could not be published. The earlier text is still public.`,
			`Why: ${failure}`,
		],
		link: { label: "Open the draft", url },
		closing: ["It is tried again as soon as you save the draft."],
	});
}

/** Names the day, because a text that had to wait is published after it. */
function wasAnnounced(title: string, effectiveOn: string): string {
	return `The new text of "${title}" was announced for ${formatLongDate(new Date(effectiveOn))}, and it`;
}

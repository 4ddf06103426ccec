import type { Email } from "#app/platform/mail/email.ts";
import { composeEmail } from "#app/platform/mail/email.ts";
import { formatLongDate } from "#app/platform/time.ts";

/** What happened: a new version is public, or a coming one is announced, changed or called off. */
export type Reason = "published" | "announced" | "changed" | "called_off";

/** What a notice tells of a change. */
export type NoticeFacts = {
	title: string;
	/** YYYY-MM-DD; "": the owner named no day. */
	effectiveOn: string;
	/** In the owner's words, or "". */
	note: string;
	/** The numbers of the versions before and after, if both are published. */
	from?: number;
	to?: number;
};

type Content = NoticeFacts & {
	reason: Reason;
	appName: string;
	/** Where the text is. */
	url: string;
	/** Where the changes are, if everybody may see them. */
	changesUrl: string | null;
	askedAt: Date;
	unsubscribeUrl: string;
};

/** To somebody who asked to be told of changes. */
export function composeNotice(content: Content): Email {
	const { appName, note, url, changesUrl, askedAt, unsubscribeUrl } = content;
	const { subject, text } = describeChange(content);
	return composeEmail({
		subject: `${appName}: ${subject}`,
		app: appName,
		preheader: note || text,
		paragraphs: [text, ...(note ? [`What changed, in the developer's words:\n${note}`] : [])],
		link: { label: "Read it", url },
		closing: [
			...(changesUrl ? [`What changed: ${changesUrl}`] : []),
			`You asked for this on ${formatLongDate(askedAt)}. Unsubscribe: ${unsubscribeUrl}`,
		],
	});
}

function describeChange({ reason, appName, title, effectiveOn }: Content) {
	const day = effectiveOn && formatLongDate(new Date(effectiveOn));
	const from = day && ` It applies from ${day}.`;
	switch (reason) {
		case "published":
			return {
				subject: day ? `a new ${title} applies from ${day}` : `${title} has changed`,
				text: `The document “${title}” of ${appName} has changed.${from}`,
			};
		case "announced":
			return {
				subject: `a new ${title} applies from ${day}`,
				text: `The developer of ${appName} announces a new version of “${title}”.${from} Until then, the present one does.`,
			};
		case "changed":
			return {
				subject: `the coming ${title} has changed`,
				text: `The new version of “${title}” that the developer of ${appName} announced has changed.${from}`,
			};
		case "called_off":
			return {
				subject: `the coming ${title} is called off`,
				text: `The new version of “${title}” that the developer of ${appName} announced for ${day} will not apply. The present one stays.`,
			};
	}
}

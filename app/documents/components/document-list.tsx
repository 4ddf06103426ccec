import { type DocumentRow, parseDocumentRows } from "#app/documents/document-rows.ts";
import { html } from "#app/platform/html.ts";
import { formatShortDate } from "#app/platform/time.ts";

type DocumentListProps = {
	/** See `parseDocumentRows`. */
	documents: string;
	/** Of their app: the owner's pages of it, and its public address. */
	path: string;
	publicPath: string;
};

/**
 * An app's documents on the dashboard; stands in `FollowLinks`. Written as one text: an owner can
 * have hundreds, and React takes most of the time that the page takes to make them one by one.
 */
export function DocumentList({ documents, path, publicPath }: DocumentListProps) {
	const dates = new Map<string, string>();

	function dateOf(day: string): string {
		const known = dates.get(day);
		if (known) return known;
		const date = formatShortDate(new Date(day));
		dates.set(day, date);
		return date;
	}

	function toItem([id, title, slug, day]: DocumentRow): string {
		const own = `${path}/documents/${id}`;
		return html`<li><a class="item-title" href="${publicPath}/${slug}" dir="auto">${title}</a><div class="item-side"><time class="item-meta" datetime="${day}">${dateOf(day)}</time><div class="item-actions"><a href="${own}/edit" aria-label="Edit ${title}">Edit</a><a href="${own}/deletion" class="danger-link" aria-label="Delete ${title}">Delete</a></div></div></li>`;
	}

	const items = parseDocumentRows(documents).map(toItem).join("");
	return (
		// biome-ignore lint/security/noDangerouslySetInnerHtml: our own template, which escapes what it is filled with
		<ul className="item-list" dangerouslySetInnerHTML={{ __html: items }} />
	);
}

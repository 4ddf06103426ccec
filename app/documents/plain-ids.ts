/** A tag that has an id with the prefix, of an element that may hold a target before its text. */
const TARGET =
	/<(?:h[1-6]|p|li|t[dh]|d[td]|div|section|blockquote|span|a|b|strong|em|i|u|summary) (?:[^<>]* )?id="user-content-([^"]+)"[^<>]*>/g;

/** Ids that the page of a document has itself. */
const TAKEN = new Set(["contents"]);

/**
 * Adds targets without the prefix to a rendered document, so that addresses from outside with a
 * fragment such as #cookies reach what carried that id before. For public pages only: they run no
 * script, and have few ids of their own.
 */
export function withPlainIds(html: string): string {
	const used = new Set(TAKEN);
	return html.replace(TARGET, (tag, id: string) => {
		if (used.has(id)) return tag;
		used.add(id);
		return `${tag}<span id="${id}"></span>`;
	});
}

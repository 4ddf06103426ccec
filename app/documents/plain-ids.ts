const OWN_TAG = /<[a-z][a-z0-9]*(?: [^<>]*)?>/g;
const PREFIXED_ID = / id="user-content-([^"]+)"/;

/** Elements that may hold a target of a link before their text. */
const HOLDS_TEXT =
	/^<(?:h[1-6]|p|li|t[dh]|d[td]|div|section|blockquote|span|a|b|strong|em|i|u|summary)[ >]/;

/** Ids that the page of a document has itself. */
const TAKEN = new Set(["contents"]);

/**
 * Adds targets without the prefix to a rendered document, so that addresses from outside with a
 * fragment such as #cookies reach what carried that id before. For public pages only: they run no
 * script, and have few ids of their own.
 */
export function withPlainIds(html: string): string {
	const used = new Set(TAKEN);
	return html.replace(OWN_TAG, (tag) => {
		const id = PREFIXED_ID.exec(tag)?.[1];
		if (!id || !HOLDS_TEXT.test(tag) || used.has(id)) return tag;
		used.add(id);
		return `${tag}<span id="${id}"></span>`;
	});
}

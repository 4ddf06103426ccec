/** What static site generators read. Other words before a colon may be a clause. */
const KNOWN_KEYS = new Set([
	...["title", "date", "layout", "permalink", "author", "authors", "category", "categories"],
	...["tags", "description", "slug", "draft", "published", "lang", "language", "redirect_from"],
	...["weight", "menu", "id", "sidebar_label", "sidebar_position", "template", "type", "url"],
	...["aliases", "lastmod", "updated", "last_updated", "created", "toc", "excerpt", "image"],
	...["keywords", "locale", "version", "versions", "nav_order", "parent", "subtitle", "status"],
]);

const OPENING = /^\uFEFF?---[ \t]*\n/;
const CLOSING = /^(?:---|\.\.\.)[ \t]*$/;
const ENTRY = /^([A-Za-z_][\w.-]*|"[^"]*"|'[^']*')[ \t]*:(?:[ \t]+(.*))?$/;
const NESTED = /^[ \t]*(?:- \S+|-|[\w.-]+:(?: \S+)?)[ \t]*$/;
const COMMENT = /^[ \t]*(?:#.*)?$/;
const FLOW_VALUE = /^(?:\[[^[\]]*\]|\{[^{}]*\})$/;
const QUOTED_VALUE = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*')$/;

/**
 * Returns the YAML at the very top of a text, with its rules, or "". It is front matter only if
 * every line is `key: value`, or an item below a key without a value, and one key at least is known.
 */
export function frontMatterOf(source: string): string {
	const opening = OPENING.exec(source)?.[0];
	if (!opening) return "";
	const keys = new Set<string>();
	let start = opening.length;
	let mayNest = false;
	while (start < source.length) {
		const newline = source.indexOf("\n", start);
		const end = newline === -1 ? source.length : newline;
		const line = source.slice(start, end);
		start = end + 1;
		if (CLOSING.test(line)) {
			return [...keys].some((key) => KNOWN_KEYS.has(key)) ? source.slice(0, start) : "";
		}
		const [, quoted, value = ""] = ENTRY.exec(line) ?? [];
		if (quoted !== undefined) {
			const key = quoted.replace(/^["']|["']$/g, "").toLowerCase();
			if (keys.has(key) || !isValue(value.trim())) return "";
			keys.add(key);
			mayNest = value.trim() === "";
		} else if (!(COMMENT.test(line) || (mayNest && NESTED.test(line)))) return "";
	}
	return "";
}

/** Returns a text without its front matter. */
export function withoutFrontMatter(source: string): string {
	return source.slice(frontMatterOf(source).length);
}

/** Whether YAML takes this for the whole value of a key. */
function isValue(value: string): boolean {
	if (/^["']/.test(value)) {
		// The character before lets it begin once for each run of spaces, and not at each space.
		return QUOTED_VALUE.test(value.replace(/([^ \t])[ \t]+#.*$/, "$1"));
	}
	if (/^[[{]/.test(value)) return FLOW_VALUE.test(value);
	return !/^[@`%&*!|>,\]}]|:(?:\s|$)/.test(value);
}

import { addressParts, type RenderedHeading } from "./addresses.ts";
import { assertLength } from "./limits.ts";
import { sanitize } from "./sanitize.ts";
import { markdownToHtml } from "./syntax.ts";

export type RenderedDocument = { html: string; headings: RenderedHeading[]; text: string };

/**
 * Turns Markdown with raw HTML into HTML that is safe to publish, its headings for a table of
 * contents, and its plain text. Pure: the same source gives the same result. Throws a RangeError
 * when the source expands to more than 2,000,000 characters or nests too deep; it has no time limit
 * of its own, see `renderInWorker`.
 */
export function renderMarkdown(source: string): RenderedDocument {
	const body = withoutFrontMatter(normalize(source));
	const pass = sanitize(markdownToHtml(body));
	const { html, headings } = addressParts(pass);
	const finished = wrapTables(html);
	assertLength(finished.length);
	return { html: finished, headings, text: pass.text };
}

function normalize(source: string): string {
	return source
		.replace(/^\uFEFF/, "")
		.replace(/\r\n?/g, "\n")
		.replaceAll("\0", "");
}

function withoutFrontMatter(source: string): string {
	if (!/^---[ \t]*\n/.test(source)) return source;
	const isKey = /^(?:[A-Za-z_][\w.-]*|"[^"\n]*"|'[^'\n]*')[ \t]*:(?:[ \t]|$)/;
	const belongs = /^(?:[ \t].*|- .*|-|#.*|\s*)$/;
	let start = source.indexOf("\n") + 1;
	let hasKey = false;
	while (start < source.length) {
		const newline = source.indexOf("\n", start);
		const end = newline === -1 ? source.length : newline;
		const line = source.slice(start, end);
		start = end + 1;
		if (/^(?:---|\.\.\.)[ \t]*$/.test(line)) return hasKey ? source.slice(start) : source;
		if (isKey.test(line)) hasKey = true;
		else if (!(belongs.test(line) && (hasKey || /^\s*(?:#.*)?$/.test(line)))) return source;
	}
	return source;
}

/**
 * Puts each outermost table into a box that scrolls on narrow screens. After sanitising every `<`
 * of text and attribute values is escaped, so these strings are real tags only.
 */
function wrapTables(html: string): string {
	const total = outermostTables(html);
	let depth = 0;
	let number = 0;
	return html.replace(/<(\/?)table(?=[ >])[^>]*>/g, (tag, closing) => {
		if (closing) {
			depth -= 1;
			return depth === 0 ? `${tag}</div>` : tag;
		}
		depth += 1;
		if (depth > 1) return tag;
		number += 1;
		const label = total > 1 ? `Table ${number}` : "Table";
		return `<div class="table" tabindex="0" role="region" aria-label="${label}">${tag}`;
	});
}

function outermostTables(html: string): number {
	let depth = 0;
	let total = 0;
	for (const [, closing] of html.matchAll(/<(\/?)table[ >]/g)) {
		if (!closing && depth === 0) total += 1;
		depth += closing ? -1 : 1;
	}
	return total;
}

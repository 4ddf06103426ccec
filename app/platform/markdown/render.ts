import { assertLength } from "./limits.ts";
import { sanitize } from "./sanitize.ts";
import { type RenderedHeading, structure } from "./structure.ts";
import { markdownToHtml } from "./syntax.ts";

export type RenderedDocument = { html: string; headings: RenderedHeading[]; text: string };

/**
 * Turns Markdown with raw HTML into HTML that is safe to publish, its headings for a table of
 * contents, and its plain text. Pure: the same source gives the same result. Throws a RangeError
 * when the source expands to more than 2,000,000 characters or nests too deep. It has no time
 * limit; `renderInWorker` has.
 */
export function renderMarkdown(source: string): RenderedDocument {
	const body = withoutFrontMatter(normalize(source));
	const rendered = structure(sanitize(markdownToHtml(body)));
	assertLength(rendered.html.length);
	return rendered;
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

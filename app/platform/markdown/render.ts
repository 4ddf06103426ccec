import { withoutFrontMatter } from "./front-matter.ts";
import { type Format, looksLikeHtml } from "./html/looks.ts";
import { tidyHtml } from "./html/tidy.ts";
import { assertLength } from "./limits.ts";
import { withoutOuterFence } from "./outer-fence.ts";
import { sanitize } from "./sanitize.ts";
import { type RenderedHeading, structure } from "./structure.ts";
import { markdownToHtml } from "./syntax/syntax.ts";

export type RenderedDocument = { html: string; headings: RenderedHeading[]; text: string };

/** `format` is the author's choice; without it, a text that looks like HTML is read as HTML. */
export type RenderOptions = {
	format?: Format | null;
	/** The page's title. A first heading that repeats it is left out. */
	title?: string;
};

/**
 * Turns Markdown or HTML into HTML that is safe to publish, its headings for a table of contents,
 * and its plain text. Pure: the same source gives the same result. Throws a RangeError when the
 * source expands to more than 2,000,000 characters or nests too deep. It has no time limit;
 * `renderInWorker` has.
 */
export function renderSource(source: string, options: RenderOptions = {}): RenderedDocument {
	const rendered = structure(sanitize(toHtml(normalize(source), options)), options.title);
	assertLength(rendered.html.length);
	return rendered;
}

function toHtml(typed: string, { format }: RenderOptions): string {
	const source = format ? typed : withoutOuterFence(typed);
	const isHtml = format ? format === "html" : looksLikeHtml(source);
	if (isHtml) return tidyHtml(source);
	return markdownToHtml(withoutFrontMatter(source), { isStrict: format === "markdown" });
}

function normalize(source: string): string {
	return (
		source
			.replace(/^\uFEFF/, "")
			.replace(/\r\n?/g, "\n")
			.replaceAll("\0", "")
			// A word processor's line break (also U+2028) and page break (also U+2029).
			.replace(/[\v\u2028]/g, "  \n")
			.replace(/[\f\u2029]/g, "\n\n")
	);
}

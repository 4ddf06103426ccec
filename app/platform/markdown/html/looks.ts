import { COMMENTS, replaceSpans, UNSEEN } from "./spans.ts";

/** How the author wants a document's text to be read. Null: as it looks. */
export const FORMATS = ["html", "markdown"] as const;
export type Format = (typeof FORMATS)[number];

const BLOCK =
	"address|article|aside|blockquote|body|center|dd|details|div|dl|dt|fieldset|figure|footer|form|" +
	"h[1-6]|head|header|hr|html|li|main|nav|ol|p|pre|section|style|table|tbody|td|th|thead|tr|ul";
const INLINE = "a|b|bdt|br|em|font|i|img|link|meta|o:p|script|small|span|strong|title|u";

const FIRST_TAG = new RegExp(`^<(?:${BLOCK}|${INLINE})(?=[\\s/>])`, "i");
const WHOLE_PAGE = /^<(?:html|head|body)(?=[\s/>])/i;
const GOOGLE_DOCS = /^(?:<meta[^>]*>)?<(?:b|span|div)[^>]* id="docs-internal-guid/i;
const BLOCK_TAG = new RegExp(`<(?:${BLOCK})(?=[\\s/>])`, "i");
const BLOCK_NAME = new RegExp(`^(?:${BLOCK}|b|bdt|center|font|span|strong)$`, "i");

const MARKS = [
	/\n[ \t]*\n {0,3}(?:#{1,6} |[-*+] |>|```|~~~|\|.*\|)/,
	/\[[^[\]\n]{1,500}\]\([^()\s]{1,2000}\)/,
	/\*\*[^\s*][^*\n]{0,500}\*\*/,
];

/** Between two blank lines, text without a tag that begins its line. */
const PARAGRAPH = /\n[ \t]*\n {0,3}[^\s\0][^\0]*\n[ \t]*\n/;

/** Returns whether the text between the tags of some HTML is written in Markdown. */
export function hasMarkdown(html: string): boolean {
	const text = html.replace(/<[^<>]*>/g, "\0");
	const words = text.replaceAll("\0", "");
	return PARAGRAPH.test(text) || MARKS.some((mark) => mark.test(words));
}

/**
 * Returns whether a text is HTML as a whole, as a generator, a word processor or a browser gives
 * it, and not Markdown that holds some HTML. Takes time in proportion to the text's length.
 */
export function looksLikeHtml(source: string): boolean {
	const text = withoutUnseen(source).trimStart();
	if (!FIRST_TAG.test(text) || !BLOCK_TAG.test(text)) return false;
	if (WHOLE_PAGE.test(text) || GOOGLE_DOCS.test(text)) return true;
	return !(hasMarkdown(text) || hasLooseParagraphs(text));
}

/** Removes what browsers don't show: declarations, comments, scripts and style sheets. */
export function withoutUnseen(source: string): string {
	const withoutComments = replaceSpans(source, COMMENTS, () => "");
	return replaceSpans(withoutComments, UNSEEN, () => "").replace(/<[!?][^<>]*>|\uFEFF/g, "");
}

/** Paragraphs that blank lines part, outside of every element, are Markdown's or a blog's. */
function hasLooseParagraphs(text: string): boolean {
	let depth = 0;
	let end = 0;
	for (const tag of text.matchAll(/<(\/?)([a-z][a-z0-9:]*)[^<>]*>/gi)) {
		if (depth === 0 && isLoose(text.slice(end, tag.index))) return true;
		end = tag.index + tag[0].length;
		if (!BLOCK_NAME.test(tag[2] ?? "") || /^hr$/i.test(tag[2] ?? "")) continue;
		depth = Math.max(0, depth + (tag[1] ? -1 : 1));
	}
	return depth === 0 && isLoose(text.slice(end));
}

function isLoose(text: string): boolean {
	return /\S/.test(text) && /\n[ \t]*\n/.test(text);
}

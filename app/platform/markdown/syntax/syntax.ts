import MarkdownIt, { type StateCore, type Token } from "markdown-it";
// @ts-expect-error The plugin publishes no types.
import footnote from "markdown-it-footnote";
import { htmlRegion, htmlRegions } from "../html/regions.ts";
import { type NoteMeta, noteId, OWN } from "../ids.ts";
import { assertLength, MAX_NESTING } from "../limits.ts";
import { linkAddresses } from "./addresses.ts";
import { closedElements, showAngleBrackets } from "./angle-brackets.ts";
import { endBoldAnywhere } from "./bold.ts";
import { ignoreIndent } from "./indents.ts";
import { readKramdownIds } from "./kramdown.ts";
import { keepPlainLines } from "./plain-lines.ts";
import { keepSurplusCells } from "./surplus-cells.ts";

/** For a text of which its author says nothing, and for one that is said to be Markdown. */
const [text, markdown] = [createMarkdown(), createMarkdown()];
text.block.ruler.before("table", "indented_text", ignoreIndent);
text.block.ruler.before("html_block", "html_region", htmlRegion, {
	alt: ["paragraph", "reference", "blockquote"],
});
showAngleBrackets(text);
endBoldAnywhere(text);

/** A line of HTML with a heading right below, which CommonMark takes for more of that HTML. */
const HTML_ABOVE_HEADING = /^( {0,3}<.*>[ \t]*)\n(?= {0,3}#{1,6}[ \t])/gm;

/**
 * Turns Markdown into HTML that still contains the author's raw HTML, for the sanitiser only. The
 * attributes of footnotes are marked as our own. Unless `isStrict`, blocks of HTML are read as HTML
 * whatever blank lines they have, but end before a heading; indented text is text and not code, and
 * so are words in angle brackets, and bold text ends before a letter too. Throws a RangeError, see
 * `assertLength`.
 */
export function markdownToHtml(source: string, { isStrict = false } = {}): string {
	if (isStrict) return markdown.render(source);
	const parted = source.replace(HTML_ABOVE_HEADING, "$1\n\n");
	return text.render(parted, {
		htmlRegions: htmlRegions(parted),
		closed: closedElements(parted),
	});
}

function createMarkdown() {
	const md = new MarkdownIt({ html: true, linkify: true, maxNesting: MAX_NESTING });
	// Shows an address as the author wrote it, encoded or not.
	md.normalizeLinkText = (url) => url;
	linkAddresses(md);
	md.use(footnote);
	md.core.ruler.after("block", "surplus_cells", keepSurplusCells);
	md.core.ruler.after("inline", "kramdown_ids", readKramdownIds);
	md.core.ruler.after("kramdown_ids", "plain_lines", keepPlainLines);
	md.core.ruler.push("limit_expansion", limitExpansion);
	md.renderer.rules.footnote_ref = footnoteReference;
	md.renderer.rules.footnote_open = footnoteOpen;
	md.renderer.rules.footnote_anchor = footnoteAnchor;
	md.renderer.rules.footnote_block_open = () => `<hr><section class="${OWN}footnotes">\n<ol>\n`;
	return md;
}

/**
 * Throws a RangeError when link references expand too much: 100 kB used 20,000 times would be a
 * string of 2 GB. The tokens still share one string, so this adds up lengths before rendering.
 */
function limitExpansion(state: StateCore): void {
	let length = 0;
	for (const token of state.tokens) {
		for (const child of token.children ?? []) {
			for (const [, value] of child.attrs ?? []) length += String(value).length;
		}
		assertLength(length);
	}
}

function footnoteReference(tokens: Token[], index: number): string {
	const meta = tokens[index]?.meta as NoteMeta;
	const target = noteId("fn", { id: meta.id });
	return `<sup><a href="#${target}" id="${noteId("fnref", meta)}">[${meta.id + 1}]</a></sup>`;
}

function footnoteOpen(tokens: Token[], index: number): string {
	const meta = tokens[index]?.meta as NoteMeta;
	return `<li id="${noteId("fn", { id: meta.id })}">`;
}

function footnoteAnchor(tokens: Token[], index: number): string {
	const meta = tokens[index]?.meta as NoteMeta;
	// The variation selector stops iOS from showing an emoji.
	const label = `${OWN}Back to reference ${meta.id + 1}`;
	return ` <a href="#${noteId("fnref", meta)}" aria-label="${label}">\u21a9\uFE0E</a>`;
}

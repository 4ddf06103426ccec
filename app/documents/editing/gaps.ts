import { frontMatterOf } from "#app/platform/markdown/front-matter.ts";
import { COMMENTS, replaceSpans, UNSEEN } from "#app/platform/markdown/html/spans.ts";
import { insideOuterFence } from "#app/platform/markdown/outer-fence.ts";

/** A place that is left to fill in, such as "[your address]". */
export type Gap = {
	/** With its brackets, on one line. */
	text: string;
	start: number;
	end: number;
	/** The heading above it, or "". */
	section: string;
};

/** What holds brackets that are no gaps: code, tags, escaped brackets. */
const OTHER = [/^(```|~~~)[\s\S]*?^\1/gm, /`[^`\n]+`/g, /<[/!?a-z][^<>]*>/gi, /\\[\s\S]/g];
const DEFINITION = /^ {0,3}\[([^[\]\n]+)\]:/gm;
const BRACKETS = /\[([^[\]]{1,200})\]/g;
const HEADING = /^#{1,6}[ \t]+([^\n]*)/gm;

/** A footnote, a call-out, a number as in a list of sources, nothing at all, or a word of its own. */
const NO_GAP = /^(?:\^.*|!.*|\s*|[\s.,;–-]*\d[\d\s.,;–-]*|at|dot|sic|_*toc_*)$/is;
const TASK = /(?:^|\n)[ \t>]*(?:[-*+]|\d+[.)])[ \t]+$/;

/**
 * Returns what a text leaves in brackets to fill in, in its order. Links, references, footnotes and
 * checkboxes of Markdown are none. Takes time in proportion to the text's length.
 */
export function findGaps(source: string): Gap[] {
	const text = withoutOther(source);
	const references = new Set([...text.matchAll(DEFINITION)].map(([, label]) => keyOf(label)));
	const gaps: Gap[] = [];
	for (const match of text.matchAll(BRACKETS)) {
		const [whole, words = ""] = match;
		const end = match.index + whole.length;
		const next = text[end];
		const isLink = next === "(" || text[match.index - 1] === "!";
		if (isLink || NO_GAP.test(words) || /\n\s*\n/.test(words)) continue;
		if (references.has(keyOf(words)) || references.has(labelAfter(text, end))) continue;
		if (/^x$/i.test(words) && TASK.test(text.slice(Math.max(0, match.index - 40), match.index))) {
			continue;
		}
		gaps.push({
			text: whole.replace(/\s+/g, " "),
			start: match.index,
			end,
			section: "",
		});
	}
	return withSections(text, gaps);
}

/** Blanks out what holds brackets that are no gaps, so that every other character keeps its place. */
function withoutOther(source: string): string {
	const { start, end } = insideOuterFence(source);
	const from = start + frontMatterOf(source.slice(start, end)).length;
	let text = blank(source.slice(0, from)) + source.slice(from, end) + blank(source.slice(end));
	for (const span of [COMMENTS, UNSEEN]) text = replaceSpans(text, span, blank);
	for (const pattern of OTHER) text = text.replace(pattern, blank);
	return text;
}

function blank(span: string): string {
	return span.replace(/[^\n]/g, " ");
}

/** The label of a link whose text ends here, as in [text][label], or "". */
function labelAfter(text: string, end: number): string {
	if (text[end] !== "[") return "";
	return keyOf(text.slice(end + 1, Math.max(end + 1, text.indexOf("]", end))));
}

function keyOf(label = ""): string {
	return label.trim().replace(/\s+/g, " ").toLowerCase();
}

function withSections(text: string, gaps: Gap[]): Gap[] {
	const headings = gaps.length > 0 ? [...text.matchAll(HEADING)] : [];
	let next = 0;
	return gaps.map((gap) => {
		while ((headings[next]?.index ?? text.length) < gap.start) next += 1;
		return { ...gap, section: headings[next - 1]?.[1]?.trim() ?? "" };
	});
}

/** What stands in brackets in a piece of HTML between two tags. */
const SHOWN = /\[[^[\]<>]{1,1200}\]/g;

/**
 * Marks the gaps of a text in the sanitised HTML that it became, for its preview. A gap with tags in
 * it stays unmarked. Takes time in proportion to the lengths of both.
 */
export function markGaps(html: string, source: string): string {
	const gaps = new Set(findGaps(source).map(({ text }) => escapeHtml(text)));
	if (gaps.size === 0) return html;
	const mark = (shown: string) =>
		gaps.has(shown.replace(/\s+/g, " ")) ? `<mark>${shown}</mark>` : shown;
	const parts = html.split(/(<[^>]*>)/);
	return parts.map((part, at) => (at % 2 === 0 ? part.replace(SHOWN, mark) : part)).join("");
}

function escapeHtml(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Returns whether a text leaves something to fill in that another, such as the public one, doesn't. */
export function hasNewGaps(source: string, accepted = ""): boolean {
	const known = new Set(findGaps(accepted).map(({ text }) => text));
	return findGaps(source).some(({ text }) => !known.has(text));
}

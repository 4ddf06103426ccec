import type { StateBlock } from "markdown-it";
import { hasMarkdown, withoutUnseen } from "./looks.ts";
import { COMMENTS, replaceSpans } from "./spans.ts";
import { tidyHtml } from "./tidy.ts";

/** The blocks of HTML in a Markdown text: where one begins and where it ends. */
type Regions = Map<number, number>;

const NAMES =
	/^(?:address|article|aside|center|div|dl|footer|header|main|nav|ol|section|table|ul)$/;
const TAG = /<(\/?)([a-z][a-z0-9]*)(?=[\s/>])[^<>]*>/gi;
const BLANK_LINE = /\n[ \t]*\n/;

/**
 * Finds blocks that go on after a blank line and hold no Markdown: Markdown would end them at that
 * line and show what is indented after it as code.
 */
export function htmlRegions(source: string): Regions {
	const regions: Regions = new Map();
	const open = new Map<string, number[]>();
	const visible = replaceSpans(source, COMMENTS, (comment) => " ".repeat(comment.length));
	for (const tag of visible.matchAll(TAG)) {
		const name = (tag[2] ?? "").toLowerCase();
		if (!NAMES.test(name)) continue;
		const starts = open.get(name) ?? [];
		open.set(name, starts);
		if (!tag[1]) {
			starts.push(tag.index);
			continue;
		}
		const start = starts.pop();
		// Only outermost elements are read: one of the same name inside ends before.
		if (start !== undefined && startsLine(source, start)) {
			regions.set(start, tag.index + tag[0].length);
		}
	}
	return regions;
}

/** A rule of the Markdown parser for such a block. */
export function htmlRegion(
	state: StateBlock,
	startLine: number,
	endLine: number,
	silent: boolean,
): boolean {
	if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4 || state.parentType !== "root") {
		return false;
	}
	const start = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
	const end = (state.env as { htmlRegions?: Regions }).htmlRegions?.get(start);
	if (end === undefined) return false;
	const html = state.src.slice(start, end);
	if (!BLANK_LINE.test(html) || hasMarkdown(withoutUnseen(html))) return false;
	let line = startLine;
	while (line < endLine && (state.eMarks[line] ?? 0) < end) line += 1;
	// Text after the end of the block would be lost.
	if (state.src.slice(end, state.eMarks[line]).trim() !== "") return false;
	if (silent) return true;
	const token = state.push("html_block", "", 0);
	token.content = `${tidyHtml(html)}\n`;
	token.map = [startLine, line + 1];
	state.line = line + 1;
	return true;
}

function startsLine(source: string, index: number): boolean {
	return source.slice(source.lastIndexOf("\n", index) + 1, index).trim() === "";
}

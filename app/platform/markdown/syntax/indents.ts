import type { StateBlock } from "markdown-it";

/** From this many columns on, Markdown takes a text for code. */
const CODE_INDENT = 4;

/**
 * A rule of the Markdown parser that takes the common indent off a part of a text, so that it is
 * read like any other: people indent clauses and centre headings. Code has fences.
 */
export function ignoreIndent(state: StateBlock, startLine: number, endLine: number): boolean {
	const least = state.blkIndent + CODE_INDENT;
	const indents = state.sCount;
	if ((indents[startLine] ?? 0) < least) return false;
	let common = Number.POSITIVE_INFINITY;
	let line = startLine;
	for (; line < endLine; line += 1) {
		if (state.isEmpty(line)) continue;
		const indent = indents[line] ?? 0;
		if (indent < least) break;
		common = Math.min(common, indent);
	}
	for (line -= 1; line >= startLine; line -= 1) {
		if (!state.isEmpty(line))
			indentLine(state, line, (indents[line] ?? 0) - common + state.blkIndent);
	}
	// The rules after this one read the block.
	return false;
}

/** Moves the line's beginning, so that no more than its indent stands before its text. */
function indentLine({ bMarks, tShift, sCount }: StateBlock, line: number, indent: number): void {
	const text = (bMarks[line] ?? 0) + (tShift[line] ?? 0);
	tShift[line] = Math.min(tShift[line] ?? 0, indent);
	bMarks[line] = text - (tShift[line] ?? 0);
	sCount[line] = indent;
}

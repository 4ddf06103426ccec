/**
 * Replaces each span from an opening to the closing after it, both included. Takes time in
 * proportion to the text's length, because an opening without a closing ends the search. Both
 * patterns are global.
 */
export function replaceSpans(
	source: string,
	[opening, closing]: readonly [RegExp, RegExp],
	replace: (span: string) => string,
): string {
	let result = "";
	let from = 0;
	for (;;) {
		opening.lastIndex = from;
		const start = opening.exec(source);
		if (!start) break;
		closing.lastIndex = opening.lastIndex;
		if (!closing.test(source)) break;
		result +=
			source.slice(from, start.index) + replace(source.slice(start.index, closing.lastIndex));
		from = closing.lastIndex;
	}
	return result + source.slice(from);
}

export const COMMENTS = [/<!--/g, /-->/g] as const;
export const STYLES = [/<style(?=[\s>])[^<>]*>/gi, /<\/style\s*>/gi] as const;
export const UNSEEN = [
	/<(?:script|style|title)(?=[\s>])/gi,
	/<\/(?:script|style|title)\s*>/gi,
] as const;

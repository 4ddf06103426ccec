const FENCED = /^(\s*(`{3,}|~{3,})[ \t]*(?:markdown|md|html)[ \t]*\r?\n)([\s\S]*\n)[ \t]*\2\s*$/i;

/**
 * Returns where the text begins and ends inside a code fence around the whole of it, as a chat's
 * answer has one. A text without such a fence, or with another like it inside, is its own inside.
 */
export function insideOuterFence(source: string): { start: number; end: number } {
	const [, opening = "", fence, inside = ""] = FENCED.exec(source) ?? [];
	const isFenced = fence && !inside.split("\n").some((line) => line.trimStart().startsWith(fence));
	if (!isFenced) return { start: 0, end: source.length };
	return { start: opening.length, end: opening.length + inside.length };
}

/** Returns a text without a code fence around the whole of it. */
export function withoutOuterFence(source: string): string {
	const { start, end } = insideOuterFence(source);
	return source.slice(start, end);
}

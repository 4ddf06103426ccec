/** A bullet, a dash or a number before an item. */
const MARK = /^(?:[-*•·–—]|\d{1,2}[.)])\s+/;

/** Returns the lines of what somebody typed, without marks of a list and without empty lines. */
export function typedLines(text: string): string[] {
	return text
		.split("\n")
		.map((line) => line.trim().replace(MARK, ""))
		.filter(Boolean);
}

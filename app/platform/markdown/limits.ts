/** Ten times the largest source: what is longer is a bomb of repeated references. */
const MAX_HTML_LENGTH = 2_000_000;

/** How deep elements may stand in each other, in Markdown and in HTML. */
export const MAX_NESTING = 100;

/** Throws a RangeError when a document is longer than any honest one. */
export function assertLength(length: number): void {
	if (length > MAX_HTML_LENGTH) throw new RangeError("The document expands too much");
}

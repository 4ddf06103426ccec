/** Ten times the largest source. Only a bomb of repeated references expands to more. */
const MAX_HTML_LENGTH = 2_000_000;

/** How deep elements may be nested, in Markdown and in HTML. */
export const MAX_NESTING = 100;

/** Throws a RangeError when a document is longer than 2,000,000 characters. */
export function assertLength(length: number): void {
	if (length > MAX_HTML_LENGTH) throw new RangeError("The document expands too much");
}

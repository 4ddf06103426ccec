/** The last code point: no text continues with a greater one. */
const LAST = "\u{10FFFF}";

/** Returns the range of texts that begin with `prefix`, which an index can search. */
export function beginningWith(prefix: string): { gte: string; lt: string } {
	return { gte: prefix, lt: prefix + LAST };
}

/** Above every character that a text can begin with. */
const LAST = "\u{10FFFF}";

/** The range of the texts that begin with these characters, for an index to find them in. */
export function beginningWith(prefix: string): { gte: string; lt: string } {
	return { gte: prefix, lt: prefix + LAST };
}

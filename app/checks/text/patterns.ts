import { type Flat, isInHeading } from "./blocks.ts";

/** "~" in a pattern: up to this many characters of the same sentence. "etc. (" does not end it. */
const GAP = "(?:[^.!?。！？\\n]|\\.(?! [^(]|\\n)){0,90}?";

/** Small letters of the languages that have word lists. `\\p{L}` takes four times as long. */
const LETTER = "[a-z\u00DF-\u024F]";
const IN_WORD = "[a-z0-9\u00DF-\u024F]";

/**
 * Makes one pattern of a list. "~" stands for a gap within a sentence, "<" for the beginning and ">"
 * for the end of a word, `\p{L}` for a letter. The text is in small letters.
 */
export function anyOf(list: readonly string[]): RegExp {
	const source = list
		.join("|")
		.replaceAll("\\p{L}", LETTER)
		.replaceAll("<", `(?<!${IN_WORD})`)
		.replaceAll(">", `(?!${IN_WORD})`)
		.replaceAll("~", GAP);
	return new RegExp(source, "g");
}

/** How many places are looked at for one in a heading, which says best what follows. */
const MOST_PLACES = 40;

/** Returns where a pattern is in a text: in a heading, else where it is first; or -1. */
export function placeOf(flat: Flat, pattern: RegExp): number {
	let first = -1;
	pattern.lastIndex = 0;
	for (let count = 0; count < MOST_PLACES; count += 1) {
		const found = pattern.exec(flat.lower);
		if (!found) break;
		if (isInHeading(flat, found.index)) return found.index;
		if (first === -1) first = found.index;
	}
	return first;
}

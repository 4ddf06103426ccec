/** A word or a mark of a text, or a picture. */
export type Token = {
	/** The same for tokens that say the same in the same way. */
	key: string;
	html: string;
	/** The white space that follows it. */
	space: string;
	/** The opening tags of the inline elements around it, from the outside. */
	tags: string[];
};

const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}`;
const LETTER = String.raw`[[\p{L}\p{M}\p{N}_]--[${UNSPACED}]]`;
/**
 * A character reference, a character of a script without spaces, a word (with what holds its parts
 * together, as in "e-mail" and "example.com"), white space, or any other character.
 */
const PIECES = new RegExp(
	String.raw`&#?\w+;|[${UNSPACED}]\p{M}*|${LETTER}+(?:[.@'’\-]${LETTER}+)*|\s+|.`,
	"gv",
);

/** Splits an escaped text that stands within `tags`. White space at its beginning is left out. */
export function wordsOf(text: string, tags: string[], { keepsSpace = false } = {}): Token[] {
	const tokens: Token[] = [];
	const around = tags.join("");
	for (const [piece] of text.matchAll(PIECES)) {
		const last = tokens.at(-1);
		if (keepsSpace || piece.trim() !== "") {
			tokens.push({ key: around + piece, html: piece, space: "", tags });
		} else if (last) last.space = " ";
	}
	return tokens;
}

/** Returns the HTML of tokens in a row. Every element that it opens is closed. */
export function htmlOf(tokens: Token[]): string {
	let html = "";
	let open: string[] = [];
	let space = "";
	for (const token of tokens) {
		const common = commonLength(open, token.tags);
		html += closed(open.slice(common)) + space + token.tags.slice(common).join("") + token.html;
		({ space, tags: open } = token);
	}
	return html + closed(open);
}

function closed(tags: string[]): string {
	return tags
		.map((tag) => `</${/^<(\w+)/.exec(tag)?.[1]}>`)
		.reverse()
		.join("");
}

function commonLength(one: string[], other: string[]): number {
	const differs = one.findIndex((tag, at) => tag !== other[at]);
	return differs === -1 ? one.length : differs;
}

/** Scripts without spaces, of which each character counts as a word, as in word processors. */
const CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*/gu;

/** Returns how many words a text has, without the marks of Markdown. */
export function countWords(text: string): number {
	const characters = text.match(CHARACTER)?.length ?? 0;
	return characters + (text.replace(CHARACTER, " ").match(WORD)?.length ?? 0);
}

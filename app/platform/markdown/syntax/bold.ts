import type { MarkdownIt } from "markdown-it";

/** A letter of a script that puts no space before what is bold. */
const LETTER_WITHOUT_CASE = /\p{Lo}/u;
const OPENING = /[\p{Ps}\p{Pi}"']/u;
const ENDING = /[^\s\p{Ps}\p{Pi}]/u;
const WORD = /[\p{L}\p{N}]/u;

/**
 * Lets bold text end in a mark right before a letter, as in `**E-mail:**me`, and in Chinese, Japanese
 * and Korean begin with one right after a letter: `是**（一）**的`. CommonMark shows such stars.
 */
export function endBoldAnywhere(md: MarkdownIt): void {
	md.inline.State = class extends md.inline.State {
		override scanDelims(start: number, canSplitWord: boolean) {
			const scanned = super.scanDelims(start, canSplitWord);
			if (this.src[start] !== "*" || scanned.length !== 2) return scanned;
			const before = this.src.charAt(start - 1);
			const after = this.src.charAt(start + scanned.length);
			scanned.can_open ||= LETTER_WITHOUT_CASE.test(before) && OPENING.test(after);
			scanned.can_close ||= ENDING.test(before) && WORD.test(after);
			return scanned;
		}
	};
}

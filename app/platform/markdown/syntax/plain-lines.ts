import type { StateCore, Token } from "markdown-it";

/** What begins a clause or an item where no list is meant: 1.1, (a), a), iv., §, • or –. */
const MARKER =
	/^(?:\d+(?:\.\d+)+\.?|\((?:\p{L}{1,4}|\d{1,3})\)|(?:\p{Ll}|[ivx]{2,5})[.)]|§+\s?\d+|[•◦▪‣●○■·–—])(?=\s|$)/u;

/** The same in Chinese, Japanese and Korean: 一、, （一）, １．, ①, 第一条, 제1조, or an indented line. */
const CJK_MARKER =
	/^(?:\u3000|[一二三四五六七八九十]{1,3}、|（[\p{L}\p{N}]{1,3}）|\p{Nd}{1,3}[．、]|[①-⑳・]|第[一二三四五六七八九十百\p{Nd}]+[条條章节節款項]|제\d+[조항장])/u;

/** What begins so and is none: z. B., e. g., n. 196. */
const ABBREVIATED = /^\p{Ll}\.\s?(?:\p{L}{1,2}\.|\d)/u;

/** Columns of a table that somebody made with tabs. */
const COLUMNS = /\S\t+\S/;

const ADDRESS_LINES = { least: 2, most: 10, longest: 60 };
const ADDRESS_LINE = /^[\p{Lu}\p{Lo}\p{Lt}\p{N}\p{So}+(]|^(?:c\/o|e-?mail|tel|fax|www\.|\S+@)/u;
const SENTENCE_END = /[.!?;]$/;
/** Ltd., Inc., S.r.l. */
const ABBREVIATION = /(?:\b\p{Lu}\p{L}{0,3}|\.\p{L}{1,3})\.$/u;

/** Keeps the line breaks of plain text before clauses, items and columns, and in postal addresses. */
export function keepPlainLines({ tokens }: StateCore): void {
	for (const { type, children } of tokens) {
		if (type !== "inline" || !children) continue;
		const isAddress = isPostalAddress(linesOf(children));
		for (const [index, child] of children.entries()) {
			if (child.type !== "softbreak") continue;
			if (isAddress || beginsAnew(textAfter(children, index))) child.type = "hardbreak";
		}
	}
}

function beginsAnew(line: string): boolean {
	if (ABBREVIATED.test(line)) return false;
	return [MARKER, CJK_MARKER, COLUMNS].some((beginning) => beginning.test(line));
}

/** Short lines that each begin anew, one of them with a number: no wrapped sentence looks so. */
function isPostalAddress(lines: string[]): boolean {
	const { least, most, longest } = ADDRESS_LINES;
	if (lines.length < least || lines.length > most) return false;
	if (!lines.some((line) => /\d|\S@\S/.test(line))) return false;
	return lines.every((line, index) => {
		const isLast = index === lines.length - 1;
		const endsSentence = SENTENCE_END.test(line) && !isLast && !ABBREVIATION.test(line);
		return line.length <= longest && ADDRESS_LINE.test(line) && !endsSentence;
	});
}

function linesOf(children: Token[]): string[] {
	const lines = [""];
	for (const { type, content } of children) {
		if (type === "softbreak" || type === "hardbreak") lines.push("");
		else lines[lines.length - 1] += type === "html_inline" ? "" : content;
	}
	return lines.map((line) => line.trim());
}

function textAfter(children: Token[], index: number): string {
	const next = children.slice(index + 1, index + 4).find(({ content }) => content !== "");
	return next?.type === "text" ? next.content : "";
}

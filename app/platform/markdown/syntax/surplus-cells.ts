import type { StateCore, Token } from "markdown-it";

/** Parts a row's cells. A pipe after a backslash is text. */
const PIPE = /(?<!\\)\|/;

/** Keeps the cells of a row that has more than its table's head: they join the row's last cell. */
export function keepSurplusCells({ tokens, src }: StateCore): void {
	let lines: string[] | undefined;
	let surplus: string[] = [];
	let columns = 0;
	let last: Token | undefined;
	for (const token of tokens) {
		if (token.type === "thead_open") columns = 0;
		else if (token.type === "th_open") columns += 1;
		else if (token.type === "inline") last = token;
		else if (token.type === "tr_open" && token.map && columns > 0) {
			lines ??= src.split("\n");
			surplus = cellsOf(lines[token.map[0]] ?? "").slice(columns);
		} else if (token.type === "tr_close" && last) {
			last.content = [last.content, ...surplus].join(" | ");
			surplus = [];
		}
	}
}

function cellsOf(row: string): string[] {
	const inner = row
		.replace(/^[\s>]*\|?/, "")
		.trimEnd()
		.replace(/(?<!\\)\|$/, "");
	return inner.split(PIPE).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

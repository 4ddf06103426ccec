import type { StateCore, Token } from "markdown-it";

const AT_END = /\s*\{:?\s*#([\p{L}\p{N}_:.-]+)[^{}\n]*\}\s*$/u;
const ALONE = /^\{:\s*(?:#([\p{L}\p{N}_:.-]+))?[^{}\n]*\}$/u;

/**
 * Reads the ids of kramdown and Pandoc: `## Title {#id}`, and `{: #id}` on a line of its own, which
 * belongs to the block before it, or else to the one after.
 */
export function readKramdownIds({ tokens }: StateCore): void {
	for (let index = 1; index < tokens.length; index += 1) {
		const inline = tokens[index] as Token;
		const block = tokens[index - 1] as Token;
		if (inline.type !== "inline") continue;
		if (block.type === "paragraph_open" && ALONE.test(inline.content)) {
			const block = openingBefore(tokens, index - 1) ?? tokens[index + 2];
			setId(block, ALONE.exec(inline.content)?.[1]);
			tokens.splice(index - 1, 3);
			index -= 2;
		} else if (block.type === "heading_open") takeFromEnd(inline, block);
		else if (block.type === "paragraph_open") takeLastLine(inline, block);
		else if (block.type === "td_open" && ALONE.test(inline.content)) takeLastRow(tokens, index);
	}
}

function takeFromEnd(inline: Token, block: Token): void {
	const last = inline.children?.at(-1);
	const id = last?.type === "text" ? AT_END.exec(last.content)?.[1] : undefined;
	if (!last || !id) return;
	last.content = last.content.replace(AT_END, "");
	setId(block, id);
}

function takeLastLine(inline: Token, block: Token): void {
	const children = inline.children ?? [];
	const last = children.at(-1);
	if (last?.type !== "text" || children.at(-2)?.type !== "softbreak") return;
	const found = ALONE.exec(last.content.trim());
	if (!found) return;
	children.splice(-2);
	setId(block, found[1]);
}

/** Takes the line below a table, which Markdown reads as its last row, with nothing in other cells. */
function takeLastRow(tokens: Token[], index: number): void {
	let end = index + 1;
	for (; tokens[end]?.type !== "tr_close"; end += 1) if (tokens[end]?.content) return;
	const start = index - 2;
	if (tokens[start]?.type !== "tr_open" || tokens[end + 1]?.type !== "tbody_close") return;
	setId(openingBefore(tokens, end + 3), ALONE.exec(tokens[index]?.content ?? "")?.[1]);
	tokens.splice(start, end + 1 - start);
}

/** Returns the opening token of the block that ends right before a place. */
function openingBefore(tokens: Token[], end: number): Token | undefined {
	const closing = tokens[end - 1];
	if (!closing || closing.nesting !== -1) return undefined;
	for (let index = end - 2; index >= 0; index -= 1) {
		const token = tokens[index] as Token;
		if (token.level === closing.level && token.nesting === 1) return token;
	}
	return undefined;
}

function setId(block: Token | undefined, id: string | undefined): void {
	if (id && block && block.nesting !== -1) block.attrSet("id", id);
}

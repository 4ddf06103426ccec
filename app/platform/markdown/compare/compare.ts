import { type Block, blocksOf } from "./blocks.ts";
import { type Change, changesOf, type WordRun } from "./changes.ts";
import { htmlOf, type Token } from "./words.ts";

/**
 * `same`: nothing that a reader sees differs. `changed`: `html` is the newer text with its changes
 * marked. `apart`: the texts have next to nothing in common, and stand one after the other.
 */
export type Comparison =
	| { outcome: "same" }
	| { outcome: "changed"; html: string }
	| { outcome: "apart"; before: string; after: string };

/** Texts that share less of their words are not compared. */
const LEAST_SHARED = 0.1;

/**
 * Compares two rendered texts by paragraphs, and by words within those that changed. Pure: the same
 * texts give the same comparison. `base` is the page that links to places in the text lead to.
 */
export function compareHtml(before: string, after: string, base = ""): Comparison {
	const old = blocksOf(before, base);
	const now = blocksOf(after, base);
	const changes = changesOf(old, now);
	if (!changes || sharedBy(changes) < LEAST_SHARED * Math.min(sizeOf(old), sizeOf(now))) {
		return { outcome: "apart", before: showAll(old), after: showAll(now) };
	}
	if (changes.every(({ change }) => change === "same")) return { outcome: "same" };
	return { outcome: "changed", html: withEvenHeadings(changes.map(showChange).join("\n")) };
}

/**
 * Lets the levels of the headings that are not folded grow by one at a time: what is folded would
 * leave gaps, in which readers of the screen look for a heading that was missed.
 */
function withEvenHeadings(html: string): string {
	let last = 1;
	const parts = html.split(/(<details>.*?<\/details>)/s);
	return parts
		.map((part) => {
			if (part.startsWith("<details>")) return part;
			return part.replace(/<h([2-6])(.*?)<\/h\1>/gs, (_, level: string, rest: string) => {
				last = Math.min(Number(level), last + 1);
				return `<h${last}${rest}</h${last}>`;
			});
		})
		.join("");
}

function sizeOf(blocks: Block[]): number {
	return blocks.reduce((sum, { tokens }) => sum + tokens.length, 0);
}

/** Returns how many words both texts have in the same places. */
function sharedBy(changes: Change[]): number {
	return changes.reduce((sum, change) => {
		if (change.change === "same") return sum + sizeOf(change.blocks);
		if (change.change !== "changed") return sum;
		const same = change.words.filter((run) => run.change === "same");
		return sum + same.reduce((count, { tokens }) => count + tokens.length, 0);
	}, 0);
}

function showChange(change: Change): string {
	if (change.change === "same") return showSame(change.blocks);
	const { block } = change;
	if (change.change === "changed") return show(block, showWords(change.words));
	return show(block, mark(change.change, block.tokens));
}

/** Shows an unchanged stretch folded, but for its last heading, which says where one is. */
function showSame(blocks: Block[]): string {
	const heading = blocks.findLastIndex(({ name }) => name.startsWith("h"));
	if (heading === -1) return fold(blocks);
	const [before, after] = [blocks.slice(0, heading), blocks.slice(heading + 1)];
	return fold(before) + showAll(blocks.slice(heading, heading + 1)) + fold(after);
}

function fold(blocks: Block[]): string {
	if (blocks.length < 2) return showAll(blocks);
	const summary = `${blocks.length} paragraphs that did not change`;
	return `<details><summary lang="en" dir="ltr">${summary}</summary>\n${showAll(blocks)}\n</details>`;
}

function showAll(blocks: Block[]): string {
	return blocks.map((block) => show(block, htmlOf(block.tokens))).join("\n");
}

function show({ name, attributes, marker }: Block, html: string): string {
	const element = name === "tr" ? "p" : name;
	const kind = name === "tr" ? "row" : marker ? "item" : "";
	const look = kind && ` class="${kind}"`;
	return `<${element}${look}${attributes}>${marker && `${marker} `}${html}</${element}>`;
}

/** Shows words with their changes: of each replaced stretch first what was removed. */
function showWords(runs: WordRun[]): string {
	let html = "";
	let space = "";
	for (const { change, tokens } of runs) {
		html += change === "same" ? htmlOf(tokens) : mark(change, tokens);
		// The last word of a paragraph has no space behind it, and stands before its new one.
		space = tokens.at(-1)?.space || (change === "removed" ? space : "");
		html += space;
	}
	return html.trimEnd();
}

/** Colour alone says nothing to whoever can't see it: readers of the screen hear the word. */
function mark(change: "removed" | "added", tokens: Token[]): string {
	const element = change === "removed" ? "del" : "ins";
	const said = `<span class="said" lang="en">${change}: </span>`;
	return `<${element}>${said}${htmlOf(tokens)}</${element}>`;
}

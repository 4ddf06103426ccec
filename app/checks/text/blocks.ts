import { Parser } from "htmlparser2";
import type { Place } from "./finding.ts";

/** A paragraph, heading, item or cell. Its text is `text.slice(start, end)` of the whole. */
type Block = { start: number; end: number; place?: Place; isHeading: boolean };

type Link = { href: string; text: string; at: number };

/** A rendered text, flat, for patterns to look through. */
export type Flat = {
	/** As people read it, a block a line. */
	text: string;
	/** The same in small letters, each at the same index. */
	lower: string;
	blocks: Block[];
	links: Link[];
	headings: Place[];
};

const INLINE =
	/^(?:a|abbr|b|bdi|bdo|cite|code|del|dfn|em|font|i|img|ins|kbd|label|mark|q|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr)$/;
const HEADING = /^h[1-6]$/;

/** Flattens the HTML of a public page. */
export function flatten(html: string): Flat {
	const flat: Omit<Flat, "text" | "lower"> = { blocks: [], links: [], headings: [] };
	let text = "";
	let line = "";
	let place: Place | undefined;
	let heading: Place | undefined;
	let link: Link | undefined;

	function endBlock(): void {
		const words = line.replace(/\s+/g, " ").trim();
		line = "";
		if (words === "") return;
		if (heading) {
			heading.text = words;
			flat.headings.push(heading);
			place = heading;
		}
		flat.blocks.push({
			start: text.length,
			end: text.length + words.length,
			place,
			isHeading: heading !== undefined,
		});
		text += `${words}\n`;
	}

	const parser = new Parser(
		{
			onopentag(name, { id = "", href }) {
				if (name === "a" && href !== undefined) {
					link = { href, text: "", at: text.length };
					flat.links.push(link);
				} else if (name === "br") line += " ";
				if (INLINE.test(name) || name === "br") return;
				endBlock();
				if (HEADING.test(name)) heading = { id, text: "" };
			},
			ontext(words) {
				line += words;
				if (link) link.text += words;
			},
			onclosetag(name) {
				if (name === "a") link = undefined;
				if (INLINE.test(name) || name === "br") return;
				endBlock();
				if (HEADING.test(name)) heading = undefined;
			},
		},
		{ decodeEntities: true },
	);
	parser.end(html);
	endBlock();
	return { text, lower: lowered(text), ...flat };
}

/** Small letters and plain quotation marks. No character changes its place. */
function lowered(text: string): string {
	const small = text.replaceAll("İ", "I").toLowerCase();
	return small.replace(/[’‘]/g, "'").replace(/[\u00A0\u202F]/g, " ");
}

/** Returns the block at an index of the text. Takes logarithmic time. */
function blockAt({ blocks }: Flat, index: number): Block | undefined {
	let low = 0;
	let high = blocks.length - 1;
	while (low < high) {
		const middle = (low + high + 1) >> 1;
		if ((blocks[middle]?.start ?? 0) <= index) low = middle;
		else high = middle - 1;
	}
	return blocks[low];
}

/** Returns whether a heading stands at an index of the text. */
export function isInHeading(flat: Flat, index: number): boolean {
	return blockAt(flat, index)?.isHeading === true;
}

/** How much of a block is quoted, before and after what was found. */
const BEFORE = 50;
const AFTER = 110;

/** Returns the words around an index, and the heading above them. */
export function quoteAt(flat: Flat, index: number): { quote: string; place?: Place } {
	const block = blockAt(flat, index);
	if (!block) return { quote: "" };
	const start = Math.max(block.start, wordStart(flat.text, index - BEFORE, block.start));
	const end = Math.min(block.end, index + AFTER);
	const words = flat.text.slice(start, end).trim();
	const cut = end < block.end ? words.replace(/(?<=.{60}) [^ ]*$/, "") : words;
	const quote = `${start > block.start ? "… " : ""}${cut}${end < block.end ? " …" : ""}`;
	return block.place?.id ? { quote, place: block.place } : { quote };
}

/** Returns the beginning of the first whole word from an index on, in scripts that have spaces. */
function wordStart(text: string, index: number, first: number): number {
	if (index <= first) return first;
	const space = text.slice(index, index + 25).indexOf(" ");
	return space === -1 ? index : index + space + 1;
}

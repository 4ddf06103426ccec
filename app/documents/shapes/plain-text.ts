import { decode } from "#app/platform/markdown/elements.ts";
import { TextLines } from "./text-lines.ts";

/** Elements that are lines of their own. All others are inline. */
const BLOCKS = new Set(
	`address blockquote caption center dd details div dl dt figcaption figure h1 h2 h3 h4 h5 h6 li
	ol p pre section summary table tbody td tfoot th thead tr ul`.split(/\s+/),
);
/** Blocks with an empty line before and after them. */
const APART = /^(?:address|blockquote|dl|figure|h[1-6]|p|pre|table)$/;
const RULES: Record<string, string> = { h1: "=", h2: "=", h3: "-" };
const STRUCK = /^(?:del|s|strike)$/;
/** A tag or a text. The sanitiser has escaped every other "<" and ">". */
const TOKEN = /<(\/?)([a-z0-9]+)([^<>]*)>|[^<]+/g;
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g;

/** A footnote's way back to its mark, which leads nowhere in a text. */
const BACK = /^\u21a9\uFE0E?$/;

/**
 * Returns the text of a rendered document, for reading without any markup: paragraphs apart, lists
 * with their marks, a table's rows as lines, and each link's address behind its words, made absolute
 * by the page's address. Lines are not wrapped. One pass, in linear time.
 */
export function plainTextOf(html: string, pageUrl: string): string {
	const lines = new TextLines();
	const lists: List[] = [];
	const links: { href: string; start: number }[] = [];

	const open = (name: string, attributes: Record<string, string>) => {
		if (name === "br") lines.breakLine();
		else if (name === "hr") writeRule();
		else if (name === "img") lines.write(attributes.alt?.trim() ? `[${attributes.alt}]` : "");
		else if (name === "a") links.push({ href: attributes.href ?? "", start: lines.mark() });
		else if (name === "q") lines.write("“");
		else if (name === "sup") lines.raise();
		else if (STRUCK.test(name)) lines.write("~~");
		else if (BLOCKS.has(name)) openBlock(name, attributes);
	};

	const writeRule = () => {
		lines.end({ apart: true });
		lines.write("---");
		lines.end({ apart: true });
	};

	const openBlock = (name: string, attributes: Record<string, string>) => {
		const isNested = lists.length > 0;
		lines.end({ apart: APART.test(name) || (/^[ou]l$/.test(name) && !isNested) });
		if (name === "pre") lines.keepSpaces(true);
		else if (name === "blockquote") lines.indent("> ");
		else if (name === "dd") lines.indent("  ");
		else if (name === "ol" || name === "ul") lists.push(listOf(name, attributes));
		else if (name === "li") lines.indent(markerOf(lists.at(-1), attributes), { once: true });
		else if (name === "tr") lines.openRow();
		else if (name === "td" || name === "th") lines.openCell();
	};

	const close = (name: string) => {
		if (name === "a") closeLink(links.pop());
		else if (name === "q") lines.write("”");
		else if (STRUCK.test(name)) lines.write("~~");
		else if (BLOCKS.has(name)) closeBlock(name);
	};

	const closeBlock = (name: string) => {
		if (name === "td" || name === "th") lines.closeCell();
		else if (name === "tr") lines.closeRow();
		else lines.end({ rule: RULES[name] });
		if (name === "pre") lines.keepSpaces(false);
		else if (name === "ol" || name === "ul") lists.pop();
		else if (name === "li" || name === "dd" || name === "blockquote") lines.outdent();
		if (APART.test(name) || (/^[ou]l$/.test(name) && lists.length === 0)) {
			lines.end({ apart: true });
		}
	};

	const closeLink = (link: (typeof links)[number] | undefined) => {
		if (!link?.href) return;
		const label = lines.since(link.start).trim();
		if (BACK.test(label)) return lines.takeBack(link.start);
		const address = link.href.startsWith("#") ? "" : absolute(link.href, pageUrl);
		if (address && !isSame(label, address)) lines.write(` <${address}>`);
	};

	for (const [text, slash, name, attributes] of html.matchAll(TOKEN)) {
		if (name === undefined) lines.write(text.includes("&") ? decode(text) : text);
		else if (slash === "/") close(name);
		else open(name, attributes ? attributesOf(attributes) : {});
	}
	return lines.text();
}

function attributesOf(written: string): Record<string, string> {
	const found = [...written.matchAll(ATTRIBUTE)];
	return Object.fromEntries(found.map(([, name, value = ""]) => [name, decode(value)]));
}

/** A list that is open, with the number of its next item. Null: its items have no numbers. */
type List = { next: number | null; step: number; type: string };

function listOf(name: string, { start, reversed, type = "1" }: Record<string, string>): List {
	if (name === "ul") return { next: null, step: 0, type };
	return { next: Number(start ?? 1), step: reversed === undefined ? 1 : -1, type };
}

function markerOf(list: List | undefined, { value }: Record<string, string>): string {
	if (!list || list.next === null) return "- ";
	const number = value === undefined ? list.next : Number(value);
	list.next = number + list.step;
	return `${numeral(number, list.type)}. `;
}

/** Writes an item's number as its list counts: 1, a, A, i or I. */
function numeral(number: number, type: string): string {
	if (number < 1 || number > 3_000 || type === "1") return String(number);
	const written = type === "i" || type === "I" ? roman(number) : letters(number);
	return type === "a" || type === "i" ? written.toLowerCase() : written;
}

function letters(number: number): string {
	const rest = number - 1;
	return (rest >= 26 ? letters(Math.floor(rest / 26)) : "") + String.fromCharCode(65 + (rest % 26));
}

const ROMAN: [number, string][] = [
	...([
		[1000, "M"],
		[900, "CM"],
		[500, "D"],
		[400, "CD"],
	] as [number, string][]),
	...([
		[100, "C"],
		[90, "XC"],
		[50, "L"],
		[40, "XL"],
	] as [number, string][]),
	...([
		[10, "X"],
		[9, "IX"],
		[5, "V"],
		[4, "IV"],
		[1, "I"],
	] as [number, string][]),
];

function roman(number: number): string {
	const [value, sign] = ROMAN.find(([least]) => number >= least) ?? [0, ""];
	return value === 0 ? "" : sign + roman(number - value);
}

function absolute(href: string, base: string): string {
	if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return href.replace(/^mailto:/i, "");
	return URL.parse(href, base)?.href ?? href;
}

/** Whether the words of a link are its address, with or without the scheme and a last slash. */
function isSame(label: string, address: string): boolean {
	const bare = (text: string) => text.replace(/^(?:https?:\/\/|mailto:)/i, "").replace(/\/$/, "");
	return bare(label).toLowerCase() === bare(address).toLowerCase();
}

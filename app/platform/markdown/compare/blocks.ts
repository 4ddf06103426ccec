import { DomUtils, parseDocument } from "htmlparser2";
import type { Element, Node } from "../elements.ts";
import { INLINE_TAGS } from "../sanitize.ts";
import { type Token, wordsOf } from "./words.ts";

/** A heading, a paragraph, an item, a table's row: a piece of a text that is compared as one. */
export type Block = Place & {
	tokens: Token[];
	/** The same for blocks with the same words, links and pictures, whatever elements they are. */
	key: string;
};

/** How a text looks that stands in an element. */
type Place = {
	/** The element that shows it. */
	name: string;
	attributes: string;
	/** What stands before an item: its bullet or its number. */
	marker: string;
};

type Reading = { blocks: Block[]; tokens: Token[]; base: string };

// The HTML was sanitised: every value is escaped, and stays so.
const RAW = { decodeEntities: false };
const INLINE = new Set(INLINE_TAGS);
const VOID = /^(?:img|br|wbr)$/;
const HEADING = /^h[1-6]$/;
const CELL = /^t[dh]$/;
/** Elements that would look like a change. */
const RENAMED: Record<string, string> = { del: "s", ins: "u" };

/**
 * Returns the blocks of a rendered text in their order. Lists, tables and boxes are taken apart.
 * `base` is the page that a link to a place in the text leads to.
 */
export function blocksOf(html: string, base = ""): Block[] {
	const reading: Reading = { blocks: [], tokens: [], base };
	readAll(reading, parseDocument(html, RAW).children, { name: "p", attributes: "", marker: "" });
	return reading.blocks;
}

/** Reads the content of a block element. */
function readAll(reading: Reading, nodes: Node[], place: Place): void {
	read(reading, nodes, place, []);
	endBlock(reading, place);
}

function read(reading: Reading, nodes: Node[], place: Place, tags: string[]): void {
	for (const node of nodes) {
		if ("attribs" in node) readElement(reading, node, place, tags);
		else if ("data" in node) readText(reading, node.data, place, tags);
	}
}

function readText({ tokens }: Reading, text: string, place: Place, tags: string[]): void {
	if (place.name === "pre") {
		tokens.push(...wordsOf(text, tags, { keepsSpace: true }));
		return;
	}
	if (/^\s/.test(text)) addSpace(tokens);
	tokens.push(...wordsOf(text, tags));
}

function readElement(reading: Reading, element: Element, place: Place, tags: string[]): void {
	const { name, children } = element;
	if (VOID.test(name)) {
		const html = tagOf(element, reading.base);
		reading.tokens.push({ key: html, html, space: "", tags });
	} else if (INLINE.has(name)) {
		read(reading, children, place, [...tags, tagOf(element, reading.base)]);
	} else if (place.name === "tr") {
		// What a cell holds is shown in one line with the row.
		addSpace(reading.tokens);
		if (CELL.test(name) && reading.tokens.length > 0) {
			reading.tokens.push({ key: "|", html: "|", space: " ", tags: [] });
		}
		read(reading, children, place, tags);
	} else {
		endBlock(reading, place);
		// The first paragraph of an item stands behind its bullet.
		const own = place.marker !== "" && !HEADING.test(name) ? place : placeOf(element);
		readAll(reading, children, own);
	}
}

function addSpace(tokens: Token[]): void {
	const last = tokens.pop();
	if (last) tokens.push({ ...last, space: last.space || " " });
}

function endBlock(reading: Reading, place: Place): void {
	const { tokens, blocks } = reading;
	if (tokens.length === 0) return;
	const key = tokens.map((token) => token.key + token.space).join("");
	blocks.push({ ...place, tokens, key: key.trimEnd() });
	reading.tokens = [];
	place.marker = "";
}

function placeOf(element: Element): Place {
	const { name, attribs } = element;
	const { dir = "auto", lang } = attribs;
	const attributes = ` dir="${dir}"${lang === undefined ? "" : ` lang="${lang}"`}`;
	if (HEADING.test(name) || name === "pre" || name === "tr") {
		return { name, attributes, marker: "" };
	}
	return { name: "p", attributes, marker: name === "li" ? markerOf(element) : "" };
}

function markerOf(item: Element): string {
	const list = item.parent;
	if (!list || !("attribs" in list) || list.name !== "ol") return "•";
	if (item.attribs.value !== undefined) return `${item.attribs.value}.`;
	const items = DomUtils.getChildren(list).filter((node) => "name" in node && node.name === "li");
	return `${Number(list.attribs.start ?? 1) + items.indexOf(item)}.`;
}

/** Returns an element's opening tag, without its id: the same element may be shown twice. */
function tagOf({ name, attribs }: Element, base: string): string {
	const attributes = Object.entries(attribs)
		.filter(([attribute]) => attribute !== "id")
		.map(([attribute, value]) => {
			const isInPage = attribute === "href" && value.startsWith("#");
			return ` ${attribute}="${isInPage ? base : ""}${value}"`;
		});
	return `<${RENAMED[name] ?? name}${attributes.join("")}>`;
}

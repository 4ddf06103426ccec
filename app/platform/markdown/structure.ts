import { slug } from "github-slugger";
import { DomUtils, parseDocument } from "htmlparser2";
import { giveDirections } from "./directions.ts";
import {
	decode,
	type Element,
	isNote,
	type Node,
	newElement,
	readAttribute,
	textOf,
	writeAttribute,
} from "./elements.ts";
import { isNoteId } from "./ids.ts";
import { INLINE_TAGS } from "./sanitize.ts";
import { type Heading, nameParts } from "./targets.ts";

export type RenderedHeading = { id: string; text: string; level: number };

/** What one walk collects. `text` is plain, with spaces where blocks begin and end. */
type Parts = {
	headings: Heading[];
	links: Element[];
	named: Element[];
	notes: Element[];
	tables: Element[];
	text: string;
};

// The sanitiser has escaped every value, so values are neither decoded nor escaped again.
const RAW = {
	decodeEntities: false,
	encodeEntities: false,
	selfClosingTags: true,
	emptyAttrs: true,
};
const HEADING = /^h[1-6]$/;
const inlineTags = new Set(INLINE_TAGS);

/**
 * Finishes sanitised HTML in one pass: gives ids their final form, points links at them, lowers
 * headings by a level if the author used h1 (the page's title is the h1), gives each block its
 * direction, and wraps each outermost table in a scrolling box. Leaves out a first heading that
 * repeats the page's title. Returns the HTML, its headings in order, and its plain text.
 */
export function structure(sanitized: string, title?: string) {
	const root = parseDocument(sanitized, RAW);
	if (title !== undefined) removeTitle(root.children, title);
	giveDirections(root.children);
	const parts: Parts = { headings: [], links: [], named: [], notes: [], tables: [], text: "" };
	read(root.children, parts);
	nameParts(parts);
	for (const link of parts.links) finishLink(link);
	wrapTables(parts.tables);
	const headings = finishHeadings(parts.headings);
	return { html: DomUtils.getOuterHTML(root, RAW), headings, text: collapse(parts.text) };
}

function read(nodes: Node[], parts: Parts, isInTable = false): void {
	for (const node of nodes) {
		if ("attribs" in node) readElement(node, parts, isInTable);
		else if ("data" in node) parts.text += decode(node.data);
	}
}

function readElement(element: Element, parts: Parts, isInTable: boolean): void {
	const { name, attribs, children } = element;
	if (HEADING.test(name)) parts.headings.push({ element, text: textOf([element]) });
	else if (name === "li" && isNoteId(attribs.id)) parts.notes.push(element);
	else if (attribs.id) parts.named.push(element);
	if (name === "a") {
		parts.links.push(element);
		if (isNote(element)) return;
	}
	const isTable = name === "table";
	if (isTable && !isInTable) parts.tables.push(element);
	const isBlock = !inlineTags.has(name);
	if (isBlock) parts.text += " ";
	read(children, parts, isInTable || isTable);
	if (isBlock) parts.text += " ";
}

/** Makes a link that leads nowhere or is invisible plain text. Names a link of only an image. */
function finishLink(link: Element): void {
	const href = readAttribute(link, "href");
	const hasText = textOf([link], { withNotes: true }).trim() !== "" || hasNamedImage(link);
	if (!href || !(hasText || imagesIn(link).length > 0)) {
		delete link.attribs.href;
		if (link.attribs.id === undefined) unwrap(link);
		return;
	}
	if (!hasText) writeAttribute(link, "aria-label", href);
	if (isExternal(href)) writeAttribute(link, "rel", "nofollow ugc noopener");
}

function unwrap(element: Element): void {
	for (const child of [...element.children]) DomUtils.prepend(element, child);
	DomUtils.removeElement(element);
}

function imagesIn(link: Element): Element[] {
	return DomUtils.getElementsByTagName("img", link.children) as Element[];
}

function hasNamedImage(link: Element): boolean {
	return imagesIn(link).some((image) => image.attribs.alt?.trim());
}

function isExternal(href: string): boolean {
	const base = "http://relative.invalid";
	const url = URL.parse(href, base);
	return url === null || (/^https?:$/.test(url.protocol) && url.origin !== base);
}

function finishHeadings(headings: Heading[]): RenderedHeading[] {
	const shift = headings.some(({ element }) => element.name === "h1") ? 1 : 0;
	return headings.flatMap(({ element, text: raw }) => {
		if (element.children.length === 0) DomUtils.removeElement(element);
		const level = Math.min(6, Number(element.name.slice(1)) + shift);
		element.name = `h${level}`;
		const text = collapse(raw);
		return text ? [{ id: readAttribute(element, "id") ?? "", text, level }] : [];
	});
}

function wrapTables(tables: Element[]): void {
	for (const [index, table] of tables.entries()) {
		const label = tables.length > 1 ? `Table ${index + 1}` : "Table";
		const attributes = { class: "table", tabindex: "0", role: "region", "aria-label": label };
		const box = newElement("div");
		Object.assign(box.attribs, attributes);
		DomUtils.replaceElement(table, box);
		DomUtils.appendChild(box, table);
	}
}

/** Removes the heading that repeats the title, if no text stands before it. Its target stays. */
function removeTitle(nodes: Node[], title: string): void {
	const first = nodes.find((node) => textOf([node]).trim() !== "");
	if (!first || !("attribs" in first)) return;
	if (!HEADING.test(first.name)) {
		if (!inlineTags.has(first.name)) removeTitle(first.children, title);
		return;
	}
	const same = (text: string) => collapse(text).normalize("NFKC").toLowerCase();
	if (same(textOf([first])) !== same(title)) return;
	const target = newElement("a");
	writeAttribute(target, "id", readAttribute(first, "id") ?? slug(textOf([first])));
	DomUtils.replaceElement(first, target);
}

function collapse(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}

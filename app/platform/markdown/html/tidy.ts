import { parseDocument } from "htmlparser2";
import { type Element, type Node, textOf } from "../elements.ts";
import { BLOCKS, CONTAINERS, findMixed, ITEMS } from "./blocks.ts";
import { freeCells } from "./cells.ts";
import { addBlock, addTargets, endFlow, endRun, type Flow, isVisible, newFlow } from "./flow.ts";
import { HEADING, headingOf } from "./headings.ts";
import {
	escapeText,
	IN_HEADING,
	inlineOf,
	isHidden,
	type Mark,
	ownMarks,
	tagOf,
	wrap,
} from "./inline.ts";
import { readRoles } from "./roles.ts";
import { type ClassStyles, declared, readStyleSheets, styleOf } from "./styles.ts";
import { cellsOf, isLayout, isMarker, rowsOf } from "./tables.ts";
import { wordItemsAt, wordLists } from "./word.ts";

const LIST_TYPES: Record<string, string> = {
	"lower-alpha": "a",
	"lower-latin": "a",
	"upper-alpha": "A",
	"upper-latin": "A",
	"lower-roman": "i",
	"upper-roman": "I",
};

/** What one document's blocks have in common. `mixed` are inline elements with blocks inside. */
type Context = { classes: ClassStyles; mixed: Set<Node> };

/**
 * Rewrites HTML of any origin as headings, paragraphs, lists and tables. What only makes a look is
 * left out: boxes, spans, layout tables, empty paragraphs. No text is. The result is as safe as the
 * source, so it's for the sanitiser only.
 */
export function tidyHtml(source: string): string {
	const root = parseDocument(source);
	readRoles(root);
	freeCells(root);
	const context: Context = { classes: readStyleSheets(source), mixed: new Set() };
	findMixed(root.children, context.mixed);
	const flow = newFlow();
	write(root.children, flow, [], context);
	return endFlow(flow);
}

function write(nodes: Node[], flow: Flow, marks: Mark[], context: Context): void {
	for (let index = 0; index < nodes.length; index += 1) {
		const node = nodes[index] as Node;
		if (isHidden(node)) continue;
		if (!("attribs" in node)) {
			if ("data" in node) flow.run += wrap(escapeText(node.data), marks);
			continue;
		}
		if (node.name === "br") {
			flow.run += "<br>";
			continue;
		}
		const items = wordItemsAt(nodes, index);
		if (items.length > 0) {
			index = items.at(-1)?.index ?? index;
			endRun(flow);
			addBlock(
				flow,
				wordLists(
					items.map(({ item }) => item),
					(content) => inside(content, marks, context, { isTight: true }),
				),
			);
		} else if (BLOCKS.has(node.name)) writeBlock(node, flow, marks, context);
		else if (context.mixed.has(node)) writeMixed(node, flow, marks, context);
		else flow.run += wrap(inlineOf([node], marks, context.classes), marks);
	}
}

/** Splits an inline element at the blocks inside it, and repeats its marks around each text. */
function writeMixed(element: Element, flow: Flow, marks: Mark[], context: Context): void {
	const own = ownMarks(element, marks, context.classes);
	const isLink = element.name === "a" && element.attribs.href !== undefined;
	const first = element.children.find((child) => textOf([child]).trim() !== "");
	if (first && "attribs" in first && BLOCKS.has(first.name)) endRun(flow);
	if (flow.run === "") addTargets(flow, tagOf("a", idOf(element)));
	else if (idOf(element).id) flow.run += `${tagOf("a", idOf(element))}</a>`;
	const kept = own.filter(({ name }) => name !== "span" && (name !== "a" || isLink));
	const repeated = kept.map((mark) => ({
		...mark,
		tag: mark.tag.replace(/ (?:id|name)="[^"]*"/, ""),
	}));
	write(element.children, flow, [...marks, ...repeated], context);
}

function writeBlock(element: Element, flow: Flow, marks: Mark[], context: Context): void {
	const { name } = element;
	endRun(flow);
	const heading = headingOf(element, { isLine: !context.mixed.has(element) });
	if (heading) writeHeading(element, heading, flow, marks, context);
	else if (name === "table") writeTable(element, flow, marks, context);
	else if (name === "ul" || name === "ol") writeList(element, flow, marks, context);
	else if (name === "pre") {
		addBlock(flow, `${tagOf(name, element.attribs)}${escapeText(textOf([element]))}</pre>`);
	} else if (name === "hr") addBlock(flow, "<hr>");
	else if (name === "li") addBlock(flow, `<ul>${itemOf(element, marks, context)}</ul>`);
	else if (ITEMS.has(name)) addBlock(flow, itemOf(element, marks, context));
	else if (CONTAINERS.has(name)) {
		const inner = inside(element.children, marks, context);
		if (isVisible(inner)) addBlock(flow, `${tagOf(name, element.attribs)}${inner}</${name}>`);
		else addTargets(flow, tagOf("a", idOf(element)) + inner);
	} else writeBox(element, flow, marks, context);
}

function writeBox(element: Element, flow: Flow, marks: Mark[], context: Context): void {
	const own = ownMarks(element, marks, context.classes).filter(({ name }) => name !== "span");
	addTargets(flow, tagOf("a", idOf(element)));
	const style = styleOf(element, context.classes);
	const given = element.attribs.align ?? declared(style, "text-align");
	const align = element.name === "center" ? "center" : given?.trim().toLowerCase();
	const { dir, lang } = element.attribs;
	const kept = {
		...(align && /^(?:right|center)$/.test(align) && { align }),
		...(dir && /^rtl$/i.test(dir) && { dir: "rtl" }),
		...(lang && !/^(?:html|body)$/.test(element.name) && { lang }),
	};
	const paragraph = tagOf("p", kept);
	if (!context.mixed.has(element) || paragraph === "<p>") {
		const outer = flow.paragraph;
		if (paragraph !== "<p>") flow.paragraph = paragraph;
		write(element.children, flow, [...marks, ...own], context);
		endRun(flow);
		flow.paragraph = outer;
		return;
	}
	const inner = inside(element.children, [...marks, ...own], context);
	if (isVisible(inner)) addBlock(flow, `${tagOf("div", kept)}${inner}</div>`);
	else addTargets(flow, inner);
}

/** A heading is one line: paragraphs inside it are parted by a space, and other blocks follow it. */
function writeHeading(
	element: Element,
	name: string,
	flow: Flow,
	marks: Mark[],
	context: Context,
): void {
	const outer = marks.filter((mark) => mark.name !== "strong");
	const inner = newFlow();
	write(element.children, inner, [...outer, IN_HEADING], context);
	endRun(inner);
	const others = inner.blocks.findIndex((block) => !block.startsWith("<p>"));
	const lines = inner.blocks.splice(0, others === -1 ? inner.blocks.length : others);
	const text = lines.map((line) => line.slice("<p>".length, -"</p>".length)).join(" ");
	addTargets(flow, inner.targets);
	if (text === "") addTargets(flow, tagOf("a", idOf(element)));
	else {
		const attribs = HEADING.test(element.name) ? element.attribs : idOf(element);
		addBlock(flow, `${tagOf(name, attribs)}${text}</${name}>`);
	}
	for (const block of inner.blocks) addBlock(flow, block);
}

function writeList(list: Element, flow: Flow, marks: Mark[], context: Context): void {
	const items: string[] = [];
	let type: string | undefined;
	for (const child of list.children as Node[]) {
		if (isHidden(child) || (!("attribs" in child) && textOf([child]).trim() === "")) continue;
		if (!("attribs" in child)) items.push(`<li>${inside([child], marks, context)}</li>`);
		else if (child.name === "li") {
			type ??= LIST_TYPES[declared(styleOf(child, context.classes), "list-style-type") ?? ""];
			items.push(itemOf(child, marks, context));
		} else {
			// Google Docs puts a list of the next level beside its item.
			const inner = inside([child], marks, context);
			const last = items.pop();
			items.push(last ? last.replace(/<\/li>$/, `${inner}</li>`) : `<li>${inner}</li>`);
		}
	}
	const attribs = { ...(type && list.name === "ol" && { type }), ...list.attribs };
	if (items.length > 0)
		addBlock(flow, `${tagOf(list.name, attribs)}${items.join("")}</${list.name}>`);
}

function itemOf(item: Element, marks: Mark[], context: Context): string {
	const own = ownMarks(item, marks, context.classes).filter(({ name }) => name !== "span");
	const inner = inside(item.children, [...marks, ...own], context, { isTight: true });
	return `${tagOf(item.name, item.attribs)}${inner}</${item.name}>`;
}

function writeTable(table: Element, flow: Flow, marks: Mark[], context: Context): void {
	if (isLayout(table)) {
		addTargets(flow, tagOf("a", idOf(table)));
		for (const row of rowsOf(table)) writeLayoutRow(cellsOf(row), flow, marks, context);
		return;
	}
	const inner = partsOf(table, flow, marks, context);
	endRun(flow);
	addBlock(flow, `${tagOf("table", table.attribs)}${inner}</table>`);
}

/** Writes the cells of a row one after another; a clause's number goes before its clause. */
function writeLayoutRow(cells: Element[], flow: Flow, marks: Mark[], context: Context): void {
	for (const [index, cell] of cells.entries()) {
		if (isMarker(cell) && index < cells.length - 1) {
			flow.run += `${inlineOf(cell.children, marks, context.classes).trim()} `;
			continue;
		}
		addTargets(flow, tagOf("a", idOf(cell)));
		write(cell.children, flow, marks, context);
		endRun(flow);
	}
}

/** Writes the inside of a table. What browsers would show before the table is put there. */
function partsOf(parent: Element, flow: Flow, marks: Mark[], context: Context): string {
	let html = "";
	for (const child of parent.children as Node[]) {
		if (isHidden(child)) continue;
		if (!("attribs" in child)) {
			write([child], flow, marks, context);
			continue;
		}
		const { name, attribs } = child;
		if (name === "td" || name === "th" || name === "caption") html += itemOf(child, marks, context);
		else if (/^(?:thead|tbody|tfoot|tr|colgroup)$/.test(name)) {
			html += `${tagOf(name, attribs)}${partsOf(child, flow, marks, context)}</${name}>`;
		} else if (name === "col") html += tagOf(name, attribs);
		else write([child], flow, marks, context);
	}
	return html;
}

function inside(nodes: Node[], marks: Mark[], context: Context, options?: { isTight: boolean }) {
	const flow = newFlow();
	write(nodes, flow, marks, context);
	return endFlow(flow, options);
}

function idOf({ attribs }: Element): Record<string, string> {
	const id = attribs.id ?? attribs.name;
	return id && !id.startsWith("docs-internal-guid") ? { id } : {};
}

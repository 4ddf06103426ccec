import { DomUtils, type parseDocument } from "htmlparser2";
import type { Element } from "../elements.ts";

/** The elements that boxes stand for which say so to screen readers. */
const MEANT: Record<string, string> = {
	table: "table",
	grid: "table",
	rowgroup: "tbody",
	row: "tr",
	columnheader: "th",
	rowheader: "th",
	cell: "td",
	gridcell: "td",
	list: "ul",
	listitem: "li",
};

/** Makes tables and lists of boxes that are tables and lists by their roles. */
export function readRoles(root: ReturnType<typeof parseDocument>): void {
	const boxes = DomUtils.getElementsByTagName((name) => name === "div" || name === "span", root);
	for (const box of boxes as Element[]) box.name = MEANT[box.attribs.role ?? ""] ?? box.name;
}

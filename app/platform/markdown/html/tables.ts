import { DomUtils } from "htmlparser2";
import { type Element, type Node, textOf } from "../elements.ts";

const MARKER_LENGTH = 6;
const BORDER = /border[a-z-]{0,20}:(?!\s*(?:0|none))[^;]{0,60}\bsolid/i;

/** Returns whether a table only places its content: it says so, or has one column, or one row without borders. */
export function isLayout(table: Element): boolean {
	const { role } = table.attribs;
	if (role === "presentation" || role === "none") return true;
	const cells = rowsOf(table).flatMap(cellsOf);
	if ([...cells, ...elementsOf(table)].some(({ name }) => name === "th" || name === "caption")) {
		return false;
	}
	if (["h1", "h2", "h3"].some((name) => has(table, name))) return true;
	const rows = rowsOf(table).map((row) => cellsOf(row).filter((cell) => !isEmpty(cell)));
	if (has(table, "table") && !isGrid(rows)) return true;
	return rows.every((row) => row.length < 2) || (rows.length === 1 && !isBordered(table, cells));
}

function isBordered(table: Element, cells: Element[]): boolean {
	const styles = [table, ...cells].map(({ attribs }) => attribs.style ?? "");
	return Number(table.attribs.border) > 0 || styles.some((style) => BORDER.test(style));
}

/** Returns the rows of a table, without those of tables inside it. */
export function rowsOf(table: Element): Element[] {
	return elementsOf(table).flatMap((child) =>
		child.name === "tr" ? [child] : /^t(?:head|body|foot)$/.test(child.name) ? rowsOf(child) : [],
	);
}

export function cellsOf(row: Element): Element[] {
	return elementsOf(row).filter(({ name }) => name === "td" || name === "th");
}

/** Returns whether a cell holds no more than a clause's number, such as (a) or a bullet. */
export function isMarker(cell: Element): boolean {
	const text = textOf([cell]).trim();
	return text !== "" && text.length <= MARKER_LENGTH && !/^\p{L}+$/u.test(text);
}

export function elementsOf({ children }: Element): Element[] {
	return (children as Node[]).filter((child): child is Element => "attribs" in child);
}

/** Returns whether rows are those of a table of data, which begins with the names of its columns. */
function isGrid([first = [], ...others]: Element[][]): boolean {
	return (
		first.length > 1 &&
		others.length > 0 &&
		others.every(({ length }) => length === first.length) &&
		!first.some((cell) => has(cell, "table"))
	);
}

function isEmpty(cell: Element): boolean {
	return textOf([cell]).trim() === "" && !has(cell, "img");
}

function has(element: Element, name: string): boolean {
	return DomUtils.getElementsByTagName(name, element.children, true, 1).length > 0;
}

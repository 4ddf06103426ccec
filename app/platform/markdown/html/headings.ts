import { type Element, textOf } from "../elements.ts";
import { isHidden } from "./inline.ts";
import { elementsOf } from "./tables.ts";

export const HEADING = /^h[1-6]$/;

const TERMLY_HEADINGS: Record<string, string> = {
	title: "h1",
	heading_1: "h2",
	heading_2: "h3",
	heading_3: "h4",
};

/** How many elements Termly puts around a heading's text. */
const MAX_DEPTH = 8;

/** Returns the heading that an element is, by its name or by what its generator says of it. */
export function headingOf(element: Element, { isLine }: { isLine: boolean }): string | null {
	if (HEADING.test(element.name)) return element.name;
	const { role, class: classes = "" } = element.attribs;
	const level = element.attribs["aria-level"] ?? "2";
	if (role === "heading" && /^[1-6]$/.test(level)) return `h${level}`;
	if (!isLine || (element.name !== "p" && element.name !== "div")) return null;
	if (/(?:^|\s)(?:MsoTitle|title)(?:\s|$)/.test(classes) && element.name === "p") return "h1";
	return termlyHeading(element);
}

/** Termly's older exports mark headings by an attribute, on an element that is all of a line. */
function termlyHeading(line: Element): string | null {
	let inner = line;
	for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
		const heading = TERMLY_HEADINGS[inner.attribs["data-custom-class"] ?? ""];
		const parts = elementsOf(inner).filter(
			(part) => !isHidden(part) && textOf([part]).trim() !== "",
		);
		if (parts.some(({ name }) => HEADING.test(name))) return null;
		if (heading) return heading;
		const only = parts[0];
		if (!only || textOf([only]).trim() !== textOf([inner]).trim()) return null;
		inner = only;
	}
	return null;
}

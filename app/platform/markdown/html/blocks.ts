import type { Node } from "../elements.ts";

/** Boxes: their content takes their place. */
const BOXES = new Set([
	...["html", "head", "body", "div", "p", "section", "article", "aside", "main", "nav", "header"],
	...["footer", "hgroup", "center", "form", "fieldset", "legend", "noscript", "object", "dialog"],
	...["search", "menu", "tr", "td", "th", "tbody", "thead", "tfoot", "caption"],
]);
export const CONTAINERS = new Set(["blockquote", "address", "figure", "details", "dl"]);
export const ITEMS = new Set(["li", "dt", "dd", "figcaption", "summary"]);
const OTHERS = ["ul", "ol", "table", "pre", "hr", "h1", "h2", "h3", "h4", "h5", "h6"];
export const BLOCKS = new Set([...BOXES, ...CONTAINERS, ...ITEMS, ...OTHERS]);

/**
 * Collects the elements that have blocks inside, or an empty line between two line breaks. Returns
 * whether the nodes have.
 */
export function findMixed(nodes: Node[], mixed: Set<Node>): boolean {
	let hasBlock = false;
	let breaks = 0;
	for (const node of nodes) {
		if ("attribs" in node) {
			breaks = node.name === "br" ? breaks + 1 : 0;
			const isMixed = findMixed(node.children, mixed);
			if (isMixed) mixed.add(node);
			if (isMixed || breaks > 1 || BLOCKS.has(node.name)) hasBlock = true;
		} else if ("data" in node && node.data.trim() !== "" && node.type === "text") breaks = 0;
	}
	return hasBlock;
}

import type { Node } from "./elements.ts";

type Direction = "ltr" | "rtl";

const BLOCKS = /^(?:p|h[1-6]|li|t[dh]|d[td]|caption|figcaption|summary|address)$/;
const BOXES = /^(?:ul|ol|dl|table|blockquote|details|section)$/;
const RTL_LETTER = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC]/;
const FIRST_LETTER = /\p{L}/u;

/**
 * Gives each paragraph, item and cell `dir="auto"`, and each box that holds text from right to left
 * its direction: browsers don't look for that inside elements with a `dir`. What an author or a
 * generator said stays, for what is inside too. Returns the direction of the first letter, or null
 * without one.
 */
export function giveDirections(nodes: Node[], isGiven = false): Direction | null {
	let first: Direction | null = null;
	for (const node of nodes) {
		let own: Direction | null = null;
		if ("attribs" in node) {
			own = giveDirections(node.children, isGiven || node.attribs.dir !== undefined);
			if (!isGiven && node.attribs.dir === undefined) {
				if (BLOCKS.test(node.name)) node.attribs.dir = "auto";
				else if (BOXES.test(node.name) && own === "rtl") node.attribs.dir = "rtl";
			}
		} else if ("data" in node) own = directionOf(node.data);
		first ??= own;
	}
	return first;
}

/** Returns the direction of a text's first letter, or null without one. */
function directionOf(text: string): Direction | null {
	const letter = FIRST_LETTER.exec(text)?.[0];
	if (letter === undefined) return null;
	return RTL_LETTER.test(letter) ? "rtl" : "ltr";
}

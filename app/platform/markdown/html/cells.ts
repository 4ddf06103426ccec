import { DomUtils, type parseDocument } from "htmlparser2";
import type { Element, Node } from "../elements.ts";

type Parent = NonNullable<Element["parent"]>;

/** In what a part of a table cannot stand: a cell in a cell, a row in a row. */
const OUTER: Record<string, RegExp> = { td: /^t[dh]$/, th: /^t[dh]$/, tr: /^tr$/ };

/**
 * Moves the cells and rows of tables to where browsers see them. The parser leaves them inside the
 * cell before when that holds a `<b>` or `<font>` without an end. Only `children` and `parent` are
 * right afterwards.
 */
export function freeCells(root: ReturnType<typeof parseDocument>): void {
	const parts = DomUtils.getElementsByTagName((name) => name in OUTER, root, true) as Element[];
	for (const part of parts) {
		const outer = outerOf(part);
		if (!outer?.parent) continue;
		const moved: Node[] = [];
		let node: Node | Parent = part;
		while (node.parent && node !== outer) {
			const { parent }: { parent: Parent } = node as { parent: Parent };
			const index = parent.children.indexOf(node as Node);
			moved.push(...parent.children.splice(node === part ? index : index + 1));
			node = parent;
		}
		for (const one of moved) one.parent = outer.parent;
		const siblings = outer.parent.children;
		siblings.splice(siblings.indexOf(outer) + 1, 0, ...moved);
	}
}

/** Returns the cell or row of the same table that a part stands in by mistake, or null. */
function outerOf(part: Element): Element | null {
	for (let node = part.parent; node && "attribs" in node; node = node.parent) {
		if (OUTER[part.name]?.test(node.name)) return node;
		if (node.name === "table" || (part.name !== "tr" && node.name === "tr")) return null;
	}
	return null;
}

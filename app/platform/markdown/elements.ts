import { parseDocument } from "htmlparser2";
import { isNoteId } from "./ids.ts";

type Root = ReturnType<typeof parseDocument>;
export type Node = Root["children"][number];
export type Element = Extract<Node, { attribs: Record<string, string> }>;

export function newElement(name: string): Element {
	return parseDocument(`<${name}></${name}>`).children[0] as Element;
}

/** Returns whether an element is a footnote's link, which is no part of the text. */
export function isNote({ attribs }: Element): boolean {
	return isNoteId(attribs.id) || isNoteId(attribs.href?.slice(1));
}

/** Returns the nodes' text, without footnote marks unless `withNotes`. */
export function textOf(nodes: Node[], { withNotes = false } = {}): string {
	return nodes
		.map((node) => {
			if (!("attribs" in node)) return "data" in node ? decode(node.data) : "";
			if (!withNotes && node.name === "a" && isNote(node)) return "";
			return textOf(node.children, { withNotes });
		})
		.join("");
}

/** Returns an attribute's unescaped value. */
export function readAttribute({ attribs }: Element, name: string): string | undefined {
	const value = attribs[name];
	return value === undefined ? undefined : decode(value);
}

export function writeAttribute({ attribs }: Element, name: string, value: string): void {
	attribs[name] = value
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
}

export function decode(escaped: string): string {
	return escaped
		.replaceAll("&quot;", '"')
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&");
}

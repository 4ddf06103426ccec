import type { Element, Node } from "../elements.ts";
import { INLINE_TAGS } from "../sanitize.ts";
import { type ClassStyles, marksOf, styleOf } from "./styles.ts";

/** The elements around a text, from the outermost: strong, em, a and so on, with their tags. */
export type Mark = { name: string; tag: string };

const inlineTags = new Set(INLINE_TAGS);
const VOID = new Set(["img", "wbr"]);
const SAME: Record<string, string> = { b: "strong", i: "em", strike: "s", del: "s", ins: "u" };

/** Elements that browsers don't show, or show without their text. */
const HIDDEN = new Set([
	...["script", "style", "title", "template", "iframe", "noframes", "textarea", "option", "xmp"],
]);

/** Says that the text around is a heading, which is bold anyway. */
export const IN_HEADING: Mark = { name: "heading", tag: "" };

export function isHidden(node: Node): boolean {
	return "attribs" in node ? HIDDEN.has(node.name) : !("data" in node) || node.type !== "text";
}

/** Returns inline nodes as HTML: spans become what their styles say, and tags without sense go. */
export function inlineOf(nodes: Node[], marks: Mark[], classes: ClassStyles): string {
	return nodes
		.map((node) => {
			if (isHidden(node)) return "";
			if (!("attribs" in node)) return "data" in node ? escapeText(node.data) : "";
			if (node.name === "br") return "<br>";
			const own = ownMarks(node, marks, classes);
			if (VOID.has(node.name)) return tagOf(node.name, node.attribs);
			const inner = inlineOf(node.children, [...marks, ...own], classes);
			return wrap(inner, own);
		})
		.join("");
}

/** Puts marks around a text. White space alone gets none, nor does nothing, except a link's target. */
export function wrap(inner: string, marks: Mark[]): string {
	const isBlank = !/[^\s]/.test(inner);
	return marks.reduceRight((html, { name, tag }) => {
		if (tag === "" || (isBlank && !/ (?:id|name|href)="/.test(tag))) return html;
		return `${tag}${html}</${name}>`;
	}, inner);
}

/** Returns the marks that an element adds to those around it. */
export function ownMarks(element: Element, around: Mark[], classes: ClassStyles): Mark[] {
	const { name, attribs } = element;
	const own: Mark[] = [];
	const { set, unset } = marksOf(styleOf(element, classes));
	const isAround = (mark: string) => [...around, ...own].some((other) => other.name === mark);
	const isNew = (mark: string) => !isAround(mark) && !(mark === "strong" && isAround("heading"));
	const meant = SAME[name] ?? name;
	if (name === "a") own.push({ name, tag: tagOf(name, attribs) });
	else if (isKeptSpan(element)) own.push({ name: "span", tag: tagOf("span", attribs) });
	if (inlineTags.has(name) && !["a", "span", ...VOID].includes(name)) {
		const written = meant === "strong" || meant === "em" ? meant : name;
		const { id: _, ...rest } = attribs;
		if (isNew(written) && !unset.includes(written)) {
			own.push({ name: written, tag: tagOf(written, rest) });
		}
	}
	for (const mark of set) {
		if (!isNew(mark) || (mark === "u" && isAround("a"))) continue;
		own.push({ name: mark, tag: `<${mark}>` });
	}
	return own;
}

/** A span stays for its id, and inline for a language or a direction. */
function isKeptSpan({ name, attribs }: Element): boolean {
	const isGoogles = attribs.id?.startsWith("docs-internal-guid") ?? false;
	if (attribs.id && !isGoogles && !VOID.has(name)) return true;
	return name === "span" && attribs.dir === "rtl";
}

/** Returns an element's opening tag, without classes. The sanitiser decides what else stays. */
export function tagOf(name: string, attribs: Record<string, string>): string {
	const written = Object.entries(attribs)
		.filter(([attribute]) => attribute !== "class" && /^[a-z][a-z-]*$/.test(attribute))
		.map(([attribute, value]) => ` ${attribute}="${escapeText(value).replaceAll('"', "&quot;")}"`);
	return `<${name}${written.join("")}>`;
}

export function escapeText(text: string): string {
	return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

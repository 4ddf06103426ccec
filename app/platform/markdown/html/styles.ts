import type { Element } from "../elements.ts";
import { replaceSpans, STYLES } from "./spans.ts";

/** A rule for one class. */
const RULE = /(?<=^|[\s,}>])[a-z]{0,10}\.([\w-]{1,80})\s{0,9}\{([^{}]*)\}/gi;

/** The declarations of a document's style sheets, by class. */
export type ClassStyles = Map<string, string>;

/** Reads the rules for one class, such as `.c1{font-weight:700}`, which Google Docs and Word use. */
export function readStyleSheets(source: string): ClassStyles {
	const styles: ClassStyles = new Map();
	replaceSpans(source, STYLES, (sheet) => {
		for (const [, name = "", rules = ""] of sheet.matchAll(RULE)) {
			styles.set(name, `${styles.get(name) ?? ""};${rules}`);
		}
		return "";
	});
	return styles;
}

/** Returns an element's declarations in lower case, its own last. */
export function styleOf({ attribs }: Element, classes: ClassStyles): string {
	const own = attribs.style ?? "";
	if (!attribs.class || classes.size === 0) return own.toLowerCase();
	const given = attribs.class.split(/\s+/).map((name) => classes.get(name) ?? "");
	return [...given, own].join(";").toLowerCase();
}

/** Returns the last value of a property, or undefined. */
export function declared(style: string, property: string): string | undefined {
	let value: string | undefined;
	for (const declaration of style.split(";")) {
		const colon = declaration.indexOf(":");
		if (colon === -1 || declaration.slice(0, colon).trim() !== property) continue;
		value = declaration.slice(colon + 1).trim();
	}
	return value;
}

/** Returns the elements that a style stands for, and those that it takes back. */
export function marksOf(style: string): { set: string[]; unset: string[] } {
	const set: string[] = [];
	const unset: string[] = [];
	const weight = declared(style, "font-weight");
	if (weight) (/^(?:bold|bolder|[6-9]00)\b/.test(weight) ? set : unset).push("strong");
	const slant = declared(style, "font-style");
	if (slant) (/^(?:italic|oblique)/.test(slant) ? set : unset).push("em");
	const line = declared(style, "text-decoration") ?? declared(style, "text-decoration-line");
	if (line?.includes("underline")) set.push("u");
	if (line?.includes("line-through")) set.push("s");
	const height = declared(style, "vertical-align");
	if (height === "super") set.push("sup");
	if (height === "sub") set.push("sub");
	return { set, unset };
}

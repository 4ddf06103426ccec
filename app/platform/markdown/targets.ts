import GithubSlugger, { slug } from "github-slugger";
import { DomUtils } from "htmlparser2";
import { type Element, newElement, readAttribute, writeAttribute } from "./elements.ts";
import { ID_PREFIX, isNoteId, OWN, withoutPrefix } from "./ids.ts";

/** A heading, and its text without the marks of footnotes. */
export type Heading = { element: Element; text: string };

/** The names by which links find an id. An id's own name takes precedence over an alias. */
type Names = {
	aliases: [name: string, id: string][];
	lateAliases: { element: Element; alias: string }[];
	usedIds: Set<string>;
};

const EMPTY_SLUG = "section";

/**
 * Gives footnotes, headings and other elements with an id their final ids, and points in-page links
 * at them. When two elements want the same id, the first gets it.
 */
export function nameParts(parts: {
	notes: Element[];
	headings: Heading[];
	named: Element[];
	links: Element[];
}): void {
	const names: Names = { aliases: [], lateAliases: [], usedIds: new Set() };
	for (const note of parts.notes) takeId(note, ownId(readAttribute(note, "id") ?? ""), names);
	nameHeadings(parts.headings, names);
	for (const element of parts.named) nameAnchor(element, names);
	for (const { element, alias } of names.lateAliases) addTarget(element, alias, names);
	const targets = targetsOf(names);
	for (const link of parts.links) {
		const href = readAttribute(link, "href");
		if (href?.startsWith("#")) writeAttribute(link, "href", inPageHref(href.slice(1), targets));
	}
}

function nameHeadings(headings: Heading[], { aliases, lateAliases, usedIds }: Names): void {
	const slugger = new GithubSlugger();
	for (const { element, text } of headings) {
		const alias = readAttribute(element, "id");
		const words = text.trim().replace(/\s*\n\s*/g, " ");
		const id = ID_PREFIX + slugger.slug(slug(words) ? words : EMPTY_SLUG);
		usedIds.add(id);
		if (alias) aliases.push([alias, id]);
		if (alias) lateAliases.push({ element, alias });
		element.attribs = { id: "", ...element.attribs };
		writeAttribute(element, "id", id);
	}
}

function nameAnchor(element: Element, names: Names): void {
	const given = readAttribute(element, "id") ?? "";
	if (isNoteId(given)) {
		takeId(element, ownId(given), names);
		return;
	}
	const id = idFor(given);
	if (takeId(element, id, names)) names.aliases.push([given, id]);
}

/** Puts the id that an author gave to a heading inside it, for links from outside. */
function addTarget(element: Element, alias: string, { usedIds }: Names): void {
	const id = idFor(alias);
	if (usedIds.has(id)) return;
	usedIds.add(id);
	const target = newElement("span");
	writeAttribute(target, "id", id);
	DomUtils.prependChild(element, target);
}

function idFor(given: string): string {
	return ID_PREFIX + withoutPrefix(given.replace(/\s+/g, "-"));
}

/** Sets the id if it is free, else removes it. Returns whether it was free. */
function takeId(element: Element, id: string, { usedIds }: Names): boolean {
	const isFree = !usedIds.has(id);
	usedIds.add(id);
	if (isFree) writeAttribute(element, "id", id);
	else delete element.attribs.id;
	return isFree;
}

/** Returns the page's id for a marked id. */
function ownId(marked: string): string {
	return ID_PREFIX + marked.slice(OWN.length);
}

/** Maps the names that links may use to ids, by their letters and digits alone too. */
function targetsOf({ aliases, usedIds }: Names): Map<string, string> {
	const targets = new Map<string, string>();
	for (const id of usedIds) targets.set(withoutPrefix(id), id);
	for (const [alias, id] of aliases) if (!targets.has(alias)) targets.set(alias, id);
	for (const [name, id] of [...targets]) {
		const folded = fold(name);
		if (!targets.has(folded)) targets.set(folded, id);
	}
	return targets;
}

/** Sites make names of headings with hyphens, lines, dots or nothing between the words. */
function fold(name: string): string {
	return name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, "") || name;
}

function inPageHref(fragment: string, targets: Map<string, string>): string {
	if (isNoteId(fragment)) return `#${ownId(fragment)}`;
	const name = withoutPrefix(decodeFragment(fragment));
	const id = targets.get(name) ?? targets.get(fold(name));
	// Browsers scroll to the top of the page for these two.
	if (!id && (fragment === "" || /^top$/i.test(fragment))) return `#${fragment}`;
	return `#${(id ?? ID_PREFIX + name).replace(/[%\s"<>`]/g, encodeURIComponent)}`;
}

function decodeFragment(fragment: string): string {
	try {
		return decodeURIComponent(fragment);
	} catch {
		return fragment;
	}
}

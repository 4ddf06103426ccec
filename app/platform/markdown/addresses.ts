import GithubSlugger, { slug } from "github-slugger";
import { ID_PREFIX, isNoteId, OWN, withoutPrefix } from "./ids.ts";
import type { Link, SanitizedPass } from "./sanitize.ts";

export type RenderedHeading = { id: string; text: string; level: number };

/** A heading or, without a level, a link: `index` is its number in the pass. */
type PlacedPart = { index: number; level: number | null };

/** What links may call an id: its own name comes before what the author called it. */
type Names = { aliases: [name: string, id: string][]; usedIds: Set<string> };

const EMPTY_SLUG = "section";

/** Writes the ids of headings and anchors, then the links that lead to them. */
export function addressParts(pass: SanitizedPass): { html: string; headings: RenderedHeading[] } {
	const parts = placedParts(pass.html);
	const names: Names = { aliases: [], usedIds: new Set(pass.usedIds) };
	const headingIds = nameHeadings(pass, parts, names);
	nameAnchors(pass, parts, names);
	const targets = targetsOf(names);

	// A page has one h1, its title.
	const shift = parts.some(({ level }) => level === 1) ? 1 : 0;
	const shifted = (level: number) => Math.min(6, level + shift);
	const html = pass.html
		.replace(/<a data-link="(\d+)"([^>]*)>/g, (_, number, attributes) => {
			return openLink(pass.links[Number(number)] as Link, attributes, targets);
		})
		.replace(/<h[1-6] data-heading="\d+"><\/h[1-6]>/g, "")
		.replace(/<h([1-6]) data-heading="(\d+)"/g, (_, level, number) => {
			const id = headingIds.get(Number(number)) as string;
			return `<h${shifted(Number(level))} id="${escapeAttribute(id)}"`;
		})
		.replace(/<\/h([1-6])>/g, (_, level) => `</h${shifted(Number(level))}>`);
	const headings = parts.flatMap(({ index, level }) => {
		const text = level !== null && pass.headings[index]?.text;
		if (!text) return [];
		return { id: headingIds.get(index) as string, text, level: shifted(level) };
	});
	return { html, headings };
}

/** The numbered parts that the sanitiser kept, in the order in which they stand. */
function placedParts(html: string): PlacedPart[] {
	const placed = html.matchAll(/<(?:h([1-6]) data-heading|a data-link)="(\d+)"/g);
	return Array.from(placed, ([, level, number]) => ({
		index: Number(number),
		level: level === undefined ? null : Number(level),
	}));
}

/** Draws an id for each heading, by its number. */
function nameHeadings(
	pass: SanitizedPass,
	parts: PlacedPart[],
	{ aliases, usedIds }: Names,
): Map<number, string> {
	const slugger = new GithubSlugger();
	const ids = new Map<number, string>();
	for (const { index, level } of parts) {
		const heading = pass.headings[index];
		if (level === null || !heading) continue;
		const id = ID_PREFIX + slugger.slug(slug(heading.text) ? heading.text : EMPTY_SLUG);
		ids.set(index, id);
		usedIds.add(id);
		if (heading.alias) aliases.push([heading.alias, id]);
	}
	return ids;
}

/** Gives the anchors their ids; one whose id is taken loses it. */
function nameAnchors(pass: SanitizedPass, parts: PlacedPart[], { aliases, usedIds }: Names): void {
	for (const { index, level } of parts) {
		const anchor = level === null ? pass.links[index] : undefined;
		if (!anchor?.id) continue;
		const own = isNoteId(anchor.id);
		const name = own ? anchor.id.slice(OWN.length) : anchor.id.replace(/\s+/g, "-");
		const id = ID_PREFIX + withoutPrefix(name);
		if (usedIds.has(id)) {
			anchor.id = undefined;
			continue;
		}
		usedIds.add(id);
		if (!own) aliases.push([anchor.id, id]);
		anchor.id = id;
	}
}

/** The ids by the names that links may use, in lower case too. */
function targetsOf({ aliases, usedIds }: Names): Map<string, string> {
	const targets = new Map<string, string>();
	for (const id of usedIds) targets.set(withoutPrefix(id), id);
	for (const [alias, id] of aliases) if (!targets.has(alias)) targets.set(alias, id);
	for (const [name, id] of [...targets]) {
		const folded = name.toLowerCase();
		if (!targets.has(folded)) targets.set(folded, id);
	}
	return targets;
}

function openLink(link: Link, attributes: string, targets: Map<string, string>): string {
	let rest = attributes.replace(/ href(?:="[^"]*")?/, "");
	const id = link.id ? ` id="${escapeAttribute(link.id)}"` : "";
	const isKept = / href="/.test(attributes);
	// Nothing to see and nothing to click: a link without content would only hold up the keyboard.
	if (!link.href || !isKept || !(link.hasText || link.hasImage)) return `<a${id}${rest}>`;
	const href = link.href.startsWith("#") ? inPageHref(link.href.slice(1), targets) : link.href;
	if (!link.hasText) rest += ` aria-label="${escapeAttribute(href)}"`;
	const rel = isExternal(href) ? ' rel="nofollow ugc noopener"' : "";
	return `<a${id} href="${escapeAttribute(href)}"${rest}${rel}>`;
}

function inPageHref(fragment: string, targets: Map<string, string>): string {
	if (isNoteId(fragment)) return `#${ID_PREFIX}${fragment.slice(OWN.length)}`;
	const name = withoutPrefix(decodeFragment(fragment));
	const id = targets.get(name) ?? targets.get(name.toLowerCase());
	// Browsers go to the top of the page for these two.
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

function isExternal(href: string): boolean {
	const base = "http://relative.invalid";
	const url = URL.parse(href, base);
	return url === null || (/^https?:$/.test(url.protocol) && url.origin !== base);
}

function escapeAttribute(value: string): string {
	return value
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
}

import sanitizeHtml from "sanitize-html";
import { ID_PREFIX, isNoteId, OWN } from "./ids.ts";
import { assertLength, MAX_NESTING } from "./limits.ts";

/** A link or an anchor; its id is the author's until `addressParts` has given it its own. */
export type Link = { href?: string; id?: string; hasText: boolean; hasImage: boolean };

/** A heading's text, and the id that the author gave it. */
type Heading = { text: string; alias?: string };

export type SanitizedPass = {
	html: string;
	text: string;
	links: Link[];
	headings: Heading[];
	usedIds: Set<string>;
};

type Attributes = Record<string, string>;

/** Where the sanitiser is: the numbers are those of the heading and the link around it, or -1. */
type OpenElement = { kind: "block" | "inline" | "note"; heading: number; link: number };

/** What has been read so far. */
type Reading = Omit<SanitizedPass, "html" | "text"> & { open: OpenElement[]; text: string[] };

const LINK_SCHEMES = ["http", "https", "irc", "ircs", "mailto", "xmpp"];
const IMAGE_SCHEMES = ["http", "https"];

const INLINE_TAGS = [
	...["a", "abbr", "b", "bdi", "bdo", "cite", "code", "del", "dfn", "em", "i", "img", "ins"],
	...["kbd", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strike"],
	...["strong", "sub", "sup", "time", "u", "var", "wbr"],
];

const BLOCK_TAGS = [
	...["address", "blockquote", "br", "caption", "center", "col", "colgroup", "dd", "details"],
	...["div", "dl", "dt", "figcaption", "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr"],
	...["li", "ol", "p", "pre", "section", "summary", "table", "tbody", "td", "tfoot", "th"],
	...["thead", "tr", "ul"],
];

/** Landmarks belong to the page, so those of the content become plain boxes. */
const RENAMED_TAGS: Record<string, string> = {
	acronym: "abbr",
	article: "div",
	aside: "div",
	footer: "div",
	header: "div",
	hgroup: "div",
	main: "div",
	nav: "div",
	tt: "code",
};

/** Elements whose text no browser would show: it goes with them. */
const HIDDEN_TEXT_TAGS = ["iframe", "option", "script", "style", "textarea", "title", "xmp"];

const ALIGNED_TAGS = new Set([
	...["caption", "col", "colgroup", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img"],
	...["p", "span", "table", "tbody", "td", "tfoot", "th", "thead", "tr"],
]);

const ALIGNMENT = /^(?:left|right|center|justify)$/;
const COUNT = /^\d{1,3}$/;
const NUMBER = /^-?\d{1,9}$/;
const LENGTH = /^\d{1,5}(?:\.\d{1,3})?%?$/;
const ANYTHING = /^/;
const PRESENT = /^/;

const GLOBAL_ATTRIBUTES: Record<string, RegExp> = {
	dir: /^(?:ltr|rtl|auto)$/,
	lang: /^[a-z]{2,8}(?:-[a-z0-9]{1,8}){0,4}$/i,
};

const TAG_ATTRIBUTES: Record<string, Record<string, RegExp>> = {
	a: { title: ANYTHING },
	abbr: { title: ANYTHING },
	col: { span: COUNT },
	colgroup: { span: COUNT },
	del: { datetime: ANYTHING },
	details: { open: PRESENT },
	dfn: { title: ANYTHING },
	img: { title: ANYTHING, width: LENGTH, height: LENGTH },
	ins: { datetime: ANYTHING },
	li: { value: NUMBER },
	ol: { start: NUMBER, reversed: PRESENT, type: /^[1aAiI]$/ },
	td: { colspan: COUNT, rowspan: COUNT },
	th: { colspan: COUNT, rowspan: COUNT, scope: /^(?:row|col|rowgroup|colgroup)$/ },
	time: { datetime: ANYTHING },
};

// The values have been checked by `allowedAttributes` when this list is consulted.
const ALLOWED_ATTRIBUTES: Record<string, string[]> = {
	"*": [...Object.keys(GLOBAL_ATTRIBUTES), "align", "data-heading"],
	...Object.fromEntries(
		Object.entries(TAG_ATTRIBUTES).map(([tag, attributes]) => [tag, Object.keys(attributes)]),
	),
	a: ["data-link", "href", "title", "aria-label"],
	img: ["src", "alt", "title", "width", "height", "loading"],
	li: ["value", "id"],
	section: ["class"],
};

const inlineTags = new Set(INLINE_TAGS);

/**
 * Keeps what the allow-list names. Headings and links leave with a `data-` number in place of the
 * ids and addresses that are only known once the whole document has been read. Throws a RangeError,
 * see `assertLength`.
 */
export function sanitize(dirty: string): SanitizedPass {
	assertLength(dirty.length);
	const reading: Reading = { open: [], text: [], links: [], headings: [], usedIds: new Set() };
	const html = sanitizeHtml(dirty, {
		allowedTags: [...INLINE_TAGS, ...BLOCK_TAGS],
		allowedAttributes: ALLOWED_ATTRIBUTES,
		allowedSchemes: LINK_SCHEMES,
		allowedSchemesByTag: { img: IMAGE_SCHEMES },
		nonTextTags: HIDDEN_TEXT_TAGS,
		nestingLimit: MAX_NESTING,
		transformTags: { "*": (name, given) => transform(reading, name, given) },
		onOpenTag: (name) => enter(reading, name),
		onCloseTag: () => leave(reading),
		textFilter: (escaped) => {
			readText(reading, escaped);
			return escaped;
		},
	});
	assertLength(html.length);
	return {
		html,
		text: collapse(reading.text.join("")),
		links: reading.links,
		headings: reading.headings.map(({ text, alias }) => ({ text: collapse(text), alias })),
		usedIds: reading.usedIds,
	};
}

function enter({ open, text }: Reading, name: string): void {
	const parent = open.at(-1);
	const kind =
		parent?.kind === "note" ? "note" : inlineTags.has(name) ? "inline" : ("block" as const);
	if (kind === "block") text.push(" ");
	open.push({ kind, heading: parent?.heading ?? -1, link: parent?.link ?? -1 });
}

function leave({ open, text }: Reading): void {
	if (open.pop()?.kind === "block") text.push(" ");
}

function transform(reading: Reading, tagName: string, given: Attributes): sanitizeHtml.Tag {
	const name = RENAMED_TAGS[tagName] ?? tagName;
	return { tagName: name, attribs: attributesOf(reading, name, given) };
}

function attributesOf(reading: Reading, name: string, given: Attributes): Attributes {
	const allowed = allowedAttributes(name, given);
	if (name === "a") return { ...numberLink(reading, given), ...allowed, ...noteLabel(given) };
	if (/^h[1-6]$/.test(name)) return { ...numberHeading(reading, given), ...allowed };
	if (name === "img") return { ...readImage(reading, given), ...allowed, loading: "lazy" };
	if (name === "li") return { ...allowed, ...placeNote(reading, given) };
	if (name === "section" && given.class === `${OWN}footnotes`) {
		return { ...allowed, class: "footnotes" };
	}
	return allowed;
}

function numberLink({ open, links }: Reading, given: Attributes): Attributes {
	const element = open.at(-1) as OpenElement;
	element.link = links.length;
	links.push({ ...linkTarget(given), hasText: false, hasImage: false });
	if (isNoteId(given.id) || isNoteId(given.href?.slice(1))) element.kind = "note";
	return { "data-link": String(element.link), href: given.href ?? "" };
}

function noteLabel(given: Attributes): Attributes {
	const label = given["aria-label"];
	return label?.startsWith(OWN) ? { "aria-label": label.slice(OWN.length) } : {};
}

function numberHeading({ open, headings }: Reading, given: Attributes): Attributes {
	const element = open.at(-1) as OpenElement;
	element.heading = headings.length;
	headings.push({ text: "", alias: given.id?.trim() });
	return { "data-heading": String(element.heading) };
}

function readImage(reading: Reading, given: Attributes): Attributes {
	const link = linkAround(reading);
	if (link) link.hasImage = true;
	if (link && given.alt?.trim()) link.hasText = true;
	const src = isAllowedUrl(given.src, IMAGE_SCHEMES) ? given.src : "";
	return { src: src ?? "", alt: given.alt ?? "" };
}

function placeNote({ usedIds }: Reading, given: Attributes): Attributes {
	if (!isNoteId(given.id)) return {};
	const id = ID_PREFIX + given.id.slice(OWN.length);
	const isFirst = !usedIds.has(id);
	usedIds.add(id);
	return isFirst ? { id } : {};
}

function readText(reading: Reading, escaped: string): void {
	const element = reading.open.at(-1);
	const link = linkAround(reading);
	if (element?.kind === "note") {
		if (link) link.hasText = true;
		return;
	}
	const plain = unescapeText(escaped);
	reading.text.push(plain);
	const heading = reading.headings[element?.heading ?? -1];
	if (heading) heading.text += plain;
	if (link && /\S/.test(plain)) link.hasText = true;
}

function linkAround({ open, links }: Reading): Link | undefined {
	return links[open.at(-1)?.link ?? -1];
}

function allowedAttributes(tag: string, given: Attributes): Attributes {
	const kept: Attributes = {};
	for (const rules of [GLOBAL_ATTRIBUTES, TAG_ATTRIBUTES[tag] ?? {}]) {
		for (const [name, rule] of Object.entries(rules)) {
			const value = given[name]?.trim();
			if (value !== undefined && rule.test(value)) kept[name] = rule === PRESENT ? "" : value;
		}
	}
	if (ALIGNED_TAGS.has(tag)) {
		// markdown-it, and most generators of policies, align by style.
		const styled = /(?:^|;)\s*text-align\s*:\s*(\w+)\s*(?:;|$)/i.exec(given.style ?? "")?.[1];
		const align = (given.align ?? styled)?.trim().toLowerCase();
		if (align && ALIGNMENT.test(align)) kept.align = align;
	}
	return kept;
}

function linkTarget(given: Attributes): { href?: string; id?: string } {
	const href = given.href?.trim();
	const id = (given.id || given.name)?.trim();
	return { href: isAllowedUrl(href, LINK_SCHEMES) ? href : undefined, id: id || undefined };
}

/** Reads a scheme as browsers do, which skip spaces and control characters. */
function isAllowedUrl(url: string | undefined, schemes: string[]): boolean {
	if (!url) return false;
	const scheme = /^([^/?#:]*):/.exec(url.replace(/[\0- \x7f-\xa0]+/g, ""))?.[1];
	return scheme === undefined || schemes.includes(scheme.toLowerCase());
}

function unescapeText(escaped: string): string {
	return escaped.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

function collapse(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}

import GithubSlugger, { slug } from "github-slugger";
import MarkdownIt, { type StateCore, type Token } from "markdown-it";
// @ts-expect-error The plugin publishes no types.
import footnote from "markdown-it-footnote";
import sanitizeHtml from "sanitize-html";

type RenderedHeading = { id: string; text: string; level: number };

export type RenderedDocument = { html: string; headings: RenderedHeading[]; text: string };

type Attributes = Record<string, string>;

type OpenElement = { kind: "block" | "inline" | "note"; heading: number; link: number };

type Link = { href?: string; id?: string; hasText: boolean; hasImage: boolean };

type NoteMeta = { id: number; subId?: number };

/** Ids written by strangers must not name anything the page itself uses. */
const ID_PREFIX = "user-content-";

/**
 * Marks the attributes that this module writes, among those of the author. No source can hold it:
 * NUL is removed first, and a NUL written as a character reference decodes to U+FFFD.
 */
const OWN = "\0";

/** Ten times the largest source: what is longer is a bomb of repeated references. */
const MAX_HTML_LENGTH = 2_000_000;

const MAX_NESTING = 100;
const MAX_AUTOLINK_LENGTH = 2_048;
const EMPTY_SLUG = "section";

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
const markdown = createMarkdown();

/**
 * Turns Markdown with raw HTML into HTML that is safe to publish, its headings for a table of
 * contents, and its plain text. Pure: the same source gives the same result. Throws a RangeError
 * when the source expands to more than 2,000,000 characters or nests too deep; it has no time limit
 * of its own, see `renderInWorker`.
 */
export function renderMarkdown(source: string): RenderedDocument {
	const body = withoutFrontMatter(normalize(source));
	const pass = sanitize(markdown.render(body, {}));
	const { html, headings } = addressParts(pass);
	const finished = wrapTables(html);
	assertLength(finished.length);
	return { html: finished, headings, text: collapse(pass.text) };
}

function normalize(source: string): string {
	return source
		.replace(/^\uFEFF/, "")
		.replace(/\r\n?/g, "\n")
		.replaceAll("\0", "");
}

function withoutFrontMatter(source: string): string {
	if (!/^---[ \t]*\n/.test(source)) return source;
	const isKey = /^(?:[A-Za-z_][\w.-]*|"[^"\n]*"|'[^'\n]*')[ \t]*:(?:[ \t]|$)/;
	const belongs = /^(?:[ \t].*|- .*|-|#.*|\s*)$/;
	let start = source.indexOf("\n") + 1;
	let hasKey = false;
	while (start < source.length) {
		const newline = source.indexOf("\n", start);
		const end = newline === -1 ? source.length : newline;
		const line = source.slice(start, end);
		start = end + 1;
		if (/^(?:---|\.\.\.)[ \t]*$/.test(line)) return hasKey ? source.slice(start) : source;
		if (isKey.test(line)) hasKey = true;
		else if (!(belongs.test(line) && (hasKey || /^\s*(?:#.*)?$/.test(line)))) return source;
	}
	return source;
}

function createMarkdown() {
	const md = new MarkdownIt({ html: true, linkify: true, maxNesting: MAX_NESTING });
	// What stands in the contract is shown as it was written, encoded or not.
	md.normalizeLinkText = (url) => url;
	md.linkify.set({ fuzzyLink: false, fuzzyEmail: true });
	md.linkify.add("ftp:", null);
	md.linkify.add("//", null);
	md.linkify.add("www.", {
		validate(text, position, self) {
			const candidate = `//www.${text.slice(position, position + MAX_AUTOLINK_LENGTH)}`;
			const length = self.testSchemaAt(`http:${candidate}`, "http:", "http:".length);
			return length < MAX_AUTOLINK_LENGTH ? Math.max(0, length - "//www.".length) : 0;
		},
		normalize(match) {
			match.url = `http://${match.url}`;
		},
	});
	md.use(footnote);
	md.core.ruler.push("limit_expansion", limitExpansion);
	md.renderer.rules.footnote_ref = footnoteReference;
	md.renderer.rules.footnote_open = footnoteOpen;
	md.renderer.rules.footnote_anchor = footnoteAnchor;
	md.renderer.rules.footnote_block_open = () => `<hr><section class="${OWN}footnotes">\n<ol>\n`;
	return md;
}

/**
 * A link reference is written once and used at will: 100 kB used 20,000 times would be a string of
 * 2 GB. The tokens only share it, so the sum is taken before anything is written out.
 */
function limitExpansion(state: StateCore): void {
	let length = 0;
	for (const token of state.tokens) {
		for (const child of token.children ?? []) {
			for (const [, value] of child.attrs ?? []) length += String(value).length;
		}
		assertLength(length);
	}
}

function assertLength(length: number): void {
	if (length > MAX_HTML_LENGTH) throw new RangeError("The document expands too much");
}

// A colon never occurs in a slug, so notes and headings cannot take each other's ids.
function noteId(kind: "fn" | "fnref", { id, subId = 0 }: NoteMeta): string {
	return `${OWN}${kind}:${id + 1}${subId > 0 ? `:${subId + 1}` : ""}`;
}

function footnoteReference(tokens: Token[], index: number): string {
	const meta = tokens[index]?.meta as NoteMeta;
	const target = noteId("fn", { id: meta.id });
	return `<sup><a href="#${target}" id="${noteId("fnref", meta)}">[${meta.id + 1}]</a></sup>`;
}

function footnoteOpen(tokens: Token[], index: number): string {
	const meta = tokens[index]?.meta as NoteMeta;
	return `<li id="${noteId("fn", { id: meta.id })}">`;
}

function footnoteAnchor(tokens: Token[], index: number): string {
	const meta = tokens[index]?.meta as NoteMeta;
	// The variation selector keeps iOS from drawing an emoji.
	const label = `${OWN}Back to reference ${meta.id + 1}`;
	return ` <a href="#${noteId("fnref", meta)}" aria-label="${label}">\u21a9\uFE0E</a>`;
}

type SanitizedPass = {
	html: string;
	text: string;
	links: Link[];
	headings: { text: string; alias?: string }[];
	usedIds: Set<string>;
};

/**
 * Keeps what the allow-list names. Headings and links leave with a `data-` number in place of the
 * ids and addresses that are only known once the whole document has been read.
 */
function sanitize(dirty: string): SanitizedPass {
	assertLength(dirty.length);
	const pass: SanitizedPass = {
		html: "",
		text: "",
		links: [],
		headings: [],
		usedIds: new Set(),
	};
	const open: OpenElement[] = [];
	const text: string[] = [];

	function enter(name: string): void {
		const parent = open.at(-1);
		const kind =
			parent?.kind === "note" ? "note" : inlineTags.has(name) ? "inline" : ("block" as const);
		if (kind === "block") text.push(" ");
		open.push({ kind, heading: parent?.heading ?? -1, link: parent?.link ?? -1 });
	}

	function leave(): void {
		if (open.pop()?.kind === "block") text.push(" ");
	}

	function transform(tagName: string, given: Attributes): sanitizeHtml.Tag {
		const name = RENAMED_TAGS[tagName] ?? tagName;
		const attribs = allowedAttributes(name, given);
		const element = open.at(-1) as OpenElement;
		if (name === "a") {
			element.link = pass.links.length;
			pass.links.push({ ...linkTarget(given), hasText: false, hasImage: false });
			if (given["aria-label"]?.startsWith(OWN)) {
				attribs["aria-label"] = given["aria-label"].slice(OWN.length);
			}
			if (isNoteId(given.id) || isNoteId(given.href?.slice(1))) element.kind = "note";
			return {
				tagName: name,
				attribs: { "data-link": String(element.link), href: given.href ?? "", ...attribs },
			};
		}
		if (/^h[1-6]$/.test(name)) {
			element.heading = pass.headings.length;
			pass.headings.push({ text: "", alias: given.id?.trim() });
			return {
				tagName: name,
				attribs: { "data-heading": String(element.heading), ...attribs },
			};
		}
		if (name === "img") {
			const link = pass.links[element.link];
			if (link) link.hasImage = true;
			if (link && given.alt?.trim()) link.hasText = true;
			const src = isAllowedUrl(given.src, IMAGE_SCHEMES) ? given.src : "";
			return {
				tagName: name,
				attribs: { src: src ?? "", alt: given.alt ?? "", ...attribs, loading: "lazy" },
			};
		}
		if (name === "li" && isNoteId(given.id)) {
			const id = ID_PREFIX + given.id.slice(OWN.length);
			if (!pass.usedIds.has(id)) attribs.id = id;
			pass.usedIds.add(id);
		}
		if (name === "section" && given.class === `${OWN}footnotes`) attribs.class = "footnotes";
		return { tagName: name, attribs };
	}

	pass.html = sanitizeHtml(dirty, {
		allowedTags: [...INLINE_TAGS, ...BLOCK_TAGS],
		allowedAttributes: ALLOWED_ATTRIBUTES,
		allowedSchemes: LINK_SCHEMES,
		allowedSchemesByTag: { img: IMAGE_SCHEMES },
		nonTextTags: HIDDEN_TEXT_TAGS,
		nestingLimit: MAX_NESTING,
		transformTags: { "*": transform },
		onOpenTag: enter,
		onCloseTag: leave,
		textFilter(escaped) {
			const element = open.at(-1);
			if (element?.kind === "note") {
				const link = pass.links[element.link];
				if (link) link.hasText = true;
				return escaped;
			}
			const plain = unescapeText(escaped);
			text.push(plain);
			if (element && element.heading >= 0) {
				(pass.headings[element.heading] as { text: string }).text += plain;
			}
			if (element && element.link >= 0 && /\S/.test(plain)) {
				(pass.links[element.link] as Link).hasText = true;
			}
			return escaped;
		},
	});
	assertLength(pass.html.length);
	pass.text = text.join("");
	return pass;
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

function isNoteId(value: string | undefined): value is string {
	return value?.startsWith(OWN) ?? false;
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

/** Writes the ids of headings and anchors, then the links that lead to them. */
function addressParts(pass: SanitizedPass): { html: string; headings: RenderedHeading[] } {
	const placed = pass.html.matchAll(/<(?:h([1-6]) data-heading|a data-link)="(\d+)"/g);
	const shift = /<h1 data-heading=/.test(pass.html) ? 1 : 0;
	const slugger = new GithubSlugger();
	const headingIds = new Map<number, string>();
	const anchors: Link[] = [];
	const headings: RenderedHeading[] = [];
	const targets = new Map<string, string>();
	const aliases: [string, string][] = [];

	for (const [, level, number] of placed) {
		const index = Number(number);
		if (level === undefined) {
			anchors.push(pass.links[index] as Link);
			continue;
		}
		const { text: raw, alias } = pass.headings[index] as { text: string; alias?: string };
		const text = collapse(raw);
		const id = ID_PREFIX + slugger.slug(slug(text) ? text : EMPTY_SLUG);
		headingIds.set(index, id);
		pass.usedIds.add(id);
		if (alias) aliases.push([alias, id]);
		if (text) headings.push({ id, text, level: Math.min(6, Number(level) + shift) });
	}
	for (const anchor of anchors) {
		if (!anchor.id) continue;
		const own = isNoteId(anchor.id);
		const name = own ? anchor.id.slice(OWN.length) : anchor.id.replace(/\s+/g, "-");
		const id = ID_PREFIX + withoutPrefix(name);
		if (pass.usedIds.has(id)) {
			anchor.id = undefined;
			continue;
		}
		pass.usedIds.add(id);
		if (!own) aliases.push([anchor.id, id]);
		anchor.id = id;
	}
	for (const id of pass.usedIds) targets.set(withoutPrefix(id), id);
	for (const [alias, id] of aliases) if (!targets.has(alias)) targets.set(alias, id);
	for (const [name, id] of [...targets]) {
		const folded = name.toLowerCase();
		if (!targets.has(folded)) targets.set(folded, id);
	}

	const html = pass.html
		.replace(/<a data-link="(\d+)"([^>]*)>/g, (_, number, attributes) => {
			return openLink(pass.links[Number(number)] as Link, attributes, targets);
		})
		.replace(/<h[1-6] data-heading="\d+"><\/h[1-6]>/g, "")
		.replace(/<h([1-6]) data-heading="(\d+)"/g, (_, level, number) => {
			const id = headingIds.get(Number(number)) as string;
			return `<h${Math.min(6, Number(level) + shift)} id="${escapeAttribute(id)}"`;
		})
		.replace(/<\/h([1-6])>/g, (_, level) => `</h${Math.min(6, Number(level) + shift)}>`);
	return { html, headings };
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

function withoutPrefix(name: string): string {
	return name.startsWith(ID_PREFIX) ? name.slice(ID_PREFIX.length) : name;
}

function isExternal(href: string): boolean {
	const base = "http://relative.invalid";
	const url = URL.parse(href, base);
	return url === null || (/^https?:$/.test(url.protocol) && url.origin !== base);
}

/**
 * Puts each outermost table into a box that scrolls on narrow screens. After sanitising every `<`
 * of text and attribute values is escaped, so these strings are real tags only.
 */
function wrapTables(html: string): string {
	const total = outermostTables(html);
	let depth = 0;
	let number = 0;
	return html.replace(/<(\/?)table(?=[ >])[^>]*>/g, (tag, closing) => {
		if (closing) {
			depth -= 1;
			return depth === 0 ? `${tag}</div>` : tag;
		}
		depth += 1;
		if (depth > 1) return tag;
		number += 1;
		const label = total > 1 ? `Table ${number}` : "Table";
		return `<div class="table" tabindex="0" role="region" aria-label="${label}">${tag}`;
	});
}

function outermostTables(html: string): number {
	let depth = 0;
	let total = 0;
	for (const [, closing] of html.matchAll(/<(\/?)table[ >]/g)) {
		if (!closing && depth === 0) total += 1;
		depth += closing ? -1 : 1;
	}
	return total;
}

function collapse(text: string): string {
	return text.replace(/\s+/g, " ").trim();
}

function unescapeText(escaped: string): string {
	return escaped.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

function escapeAttribute(value: string): string {
	return value
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;")
		.replaceAll('"', "&quot;");
}

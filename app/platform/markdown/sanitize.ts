import sanitizeHtml from "sanitize-html";
import { OWN } from "./ids.ts";
import { assertLength, MAX_NESTING } from "./limits.ts";

type Attributes = Record<string, string>;

const LINK_SCHEMES = ["http", "https", "irc", "ircs", "mailto", "xmpp"];
const IMAGE_SCHEMES = ["http", "https"];

/** Inline elements: text continues after them. */
export const INLINE_TAGS = [
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

/** Replaced elements. Landmarks belong to the page, so an author's become plain boxes. */
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

/** Elements that are removed with their text, because browsers wouldn't show it. */
const HIDDEN_TEXT_TAGS = [
	...["iframe", "noframes", "option", "script", "style", "template", "textarea", "title", "xmp"],
];

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

// `attributesOf` checks the values before sanitize-html reads this list.
const ALLOWED_ATTRIBUTES: Record<string, string[]> = {
	"*": [...Object.keys(GLOBAL_ATTRIBUTES), "align", "id"],
	...Object.fromEntries(
		Object.entries(TAG_ATTRIBUTES).map(([tag, attributes]) => [tag, Object.keys(attributes)]),
	),
	a: ["href", "title", "aria-label"],
	img: ["src", "alt", "title", "width", "height", "loading"],
	section: ["class"],
};

/**
 * Reduces HTML to the allow-list. Ids and names stay as ids that the author wrote;
 * `structure` makes them safe. Throws a RangeError, see `assertLength`.
 */
export function sanitize(dirty: string): string {
	assertLength(dirty.length);
	const html = sanitizeHtml(dirty, {
		allowedTags: [...INLINE_TAGS, ...BLOCK_TAGS],
		allowedAttributes: ALLOWED_ATTRIBUTES,
		allowedSchemes: LINK_SCHEMES,
		allowedSchemesByTag: { img: IMAGE_SCHEMES },
		nonTextTags: HIDDEN_TEXT_TAGS,
		nestingLimit: MAX_NESTING,
		transformTags: { "*": transform },
	});
	assertLength(html.length);
	return html;
}

function transform(tagName: string, given: Attributes): sanitizeHtml.Tag {
	const name = RENAMED_TAGS[tagName] ?? tagName;
	const attribs = { ...ownAttributes(name, given), ...attributesOf(name, given) };
	return { tagName: name, attribs: name === "img" ? { ...attribs, loading: "lazy" } : attribs };
}

/** Returns the attributes that don't come from a rule: ids, and those of links and images. */
function ownAttributes(name: string, given: Attributes): Attributes {
	const id = (given.id || given.name)?.trim();
	const named: Attributes = id ? { id } : {};
	if (name === "a") return { ...named, ...linkAttributes(given) };
	if (name === "img") {
		const src = isAllowedUrl(given.src, IMAGE_SCHEMES) ? given.src : "";
		return { ...named, src, alt: given.alt ?? "" };
	}
	const isNotes = name === "section" && given.class === `${OWN}footnotes`;
	return isNotes ? { ...named, class: "footnotes" } : named;
}

function linkAttributes(given: Attributes): Attributes {
	const href = given.href?.trim();
	const label = given["aria-label"];
	return {
		...(isAllowedUrl(href, LINK_SCHEMES) && { href }),
		...(label?.startsWith(OWN) && { "aria-label": label.slice(OWN.length) }),
	};
}

function attributesOf(tag: string, given: Attributes): Attributes {
	const kept: Attributes = {};
	for (const rules of [GLOBAL_ATTRIBUTES, TAG_ATTRIBUTES[tag] ?? {}]) {
		for (const [name, rule] of Object.entries(rules)) {
			const value = given[name]?.trim();
			if (value !== undefined && rule.test(value)) kept[name] = rule === PRESENT ? "" : value;
		}
	}
	if (ALIGNED_TAGS.has(tag)) {
		// markdown-it and most policy generators align by style.
		const styled = /(?:^|;)\s*text-align\s*:\s*(\w+)\s*(?:;|$)/i.exec(given.style ?? "")?.[1];
		const align = (given.align ?? styled)?.trim().toLowerCase();
		if (align && ALIGNMENT.test(align)) kept.align = align;
	}
	return kept;
}

/** Reads the scheme as browsers do, which ignore spaces and control characters. */
function isAllowedUrl(url: string | undefined, schemes: string[]): url is string {
	if (!url) return false;
	const scheme = /^([^/?#:]*):/.exec(url.replace(/[\0- \x7f-\xa0]+/g, ""))?.[1];
	return scheme === undefined || schemes.includes(scheme.toLowerCase());
}

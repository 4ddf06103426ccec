// @ts-expect-error The package publishes no types.
import { HtmlRenderer, Parser } from "commonmark";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import type { CorpusDocument } from "./documents.ts";

/** What a reader of a document meets, as parsers find it that the product doesn't use. */
export type Facts = {
	words: string[];
	headings: string[];
	/** Each table of data: its cells' words, row by row. A table that only places text is none. */
	tables: string[];
	/** Where the links lead, those within the page left out. */
	links: Link[];
	/** The links within the page that lead somewhere: the fragment, and the words that stand there. */
	targets: { fragment: string; words: string }[];
	/** The fragments of those that lead nowhere. */
	dead: string[];
	/** The first words at each id. */
	ids: Map<string, string>;
	/** How many blocks are shown as code. */
	code: number;
};
export type Link = { href: string; text: string };

type Node = DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.Document;
type Table = { rows: string[][]; hasHead: boolean; isLayout: boolean };

const UNSEEN = /^(?:script|style|title|template|iframe|noframes|textarea|option|xmp|#comment)$/;
const BLOCK =
	/^(?:address|article|aside|blockquote|body|br|caption|center|d[dlt]|details|dialog|div|fieldset|fig(?:caption|ure)|footer|form|h[1-6]|header|hgroup|hr|html|legend|li|main|menu|nav|ol|p|pre|section|summary|t(?:able|body|d|foot|h|head|r)|ul)$/;
const KEPT_SCHEME = /^(?:https?|ircs?|mailto|xmpp):|^[^:]*$|^[^:]*[/?#]/i;
/** What Word writes before an item, where a list counts or marks it. */
const WORD_MARKER = /^(?:\d{1,3}[.)]|[a-z][.)]|[ivxlc]{2,6}[.)]|[^\p{L}\p{N}(]|o)$/iu;
/** The elements that boxes stand for by their roles. */
const ROLES: Record<string, string> = {
	...{ table: "table", grid: "table", row: "tr", cell: "td", gridcell: "td" },
	...{ columnheader: "th", rowheader: "th", list: "ul", listitem: "li" },
};
const WORDS_AT_TARGET = 3;

/** Reads HTML by parse5. The numbers of a list's items are words if `countsItems`. */
export function factsOfHtml(html: string, { countsItems = false } = {}): Facts {
	const facts: Facts = {
		...{ words: [], headings: [], tables: [], links: [], targets: [], dead: [] },
		...{ ids: new Map(), code: 0 },
	};
	const places = new Map<string, number>();
	const fragments: string[] = [];
	const tables: Table[] = [];
	const counters: number[] = [];
	let text = "";

	const read = (node: Node): void => {
		if (UNSEEN.test(node.nodeName)) return;
		if ("value" in node) text += node.value;
		if (!("childNodes" in node)) return;
		const given = (name: string) =>
			"attrs" in node ? node.attrs.find((attribute) => attribute.name === name)?.value : undefined;
		const tag =
			(/^(?:div|span)$/.test(node.nodeName) && ROLES[given("role") ?? ""]) || node.nodeName;
		const isBlock = BLOCK.test(tag);
		if (isBlock) text += " ";
		const start = text.length;
		for (const id of [given("id"), tag === "a" && given("name")]) {
			if (id && !places.has(id)) places.set(id, start);
		}
		if (tag === "table") {
			tables.push({
				rows: [],
				hasHead: false,
				isLayout: /presentation|none/.test(given("role") ?? ""),
			});
		}
		if (tag === "tr") tables.at(-1)?.rows.push([]);
		if (countsItems && tag === "ol") counters.push(Number(given("start") ?? 1));
		if (countsItems && tag === "ul") counters.push(Number.NaN);
		if (tag === "li" && counters.length > 0) text += `${numberOf(counters)} `;
		const links = facts.links.length;
		node.childNodes.forEach(read);
		if (countsItems && /^[ou]l$/.test(tag)) counters.pop();
		const inner = text.slice(start);
		if (/mso-list:\s*ignore/i.test(given("style") ?? "") && WORD_MARKER.test(inner.trim())) {
			text = text.slice(0, start);
		} else finish(tag, inner, given("href")?.trim(), links, hasImage(node));
		if (isBlock) text += " ";
	};

	const finish = (
		name: string,
		inner: string,
		href: string | undefined,
		at: number,
		isSeen: boolean,
	) => {
		const words = wordsOf(inner).join(" ");
		if (/^h[1-6]$/.test(name) && words) {
			facts.headings.push(words);
			for (const table of tables) table.isLayout = true;
		}
		if (name === "pre") facts.code += 1;
		if (name === "a" && href && (inner.trim() || isSeen)) {
			if (href.startsWith("#")) fragments.push(decode(href.slice(1)));
			else if (KEPT_SCHEME.test(href))
				facts.links.splice(at, 0, { href: plain(href), text: inner });
		}
		const table = tables.at(-1);
		if (!table) return;
		if (name === "th" || name === "caption") table.hasHead = true;
		if (name === "td" || name === "th") table.rows.at(-1)?.push(words);
		if (name !== "table") return;
		tables.pop();
		for (const outer of tables) outer.isLayout = true;
		if (isData(table)) facts.tables.push(table.rows.map((row) => row.join(" | ")).join("\n"));
	};

	read(parse(html, { scriptingEnabled: false }));
	facts.words = wordsOf(text);
	for (const [id, at] of places) {
		facts.ids.set(
			id,
			wordsOf(text.slice(at, at + 300))
				.slice(0, WORDS_AT_TARGET)
				.join(" "),
		);
	}
	for (const fragment of fragments) {
		if (fragment === "" || fragment === "top") continue;
		const words = facts.ids.get(fragment);
		if (words === undefined) facts.dead.push(fragment);
		else facts.targets.push({ fragment, words });
	}
	return facts;
}

/** Counts an item in the innermost list, and returns its number, or nothing for a bullet. */
function numberOf(counters: number[]): string {
	const number = counters.at(-1) ?? Number.NaN;
	counters[counters.length - 1] = number + 1;
	return Number.isNaN(number) ? "" : String(number);
}

/**
 * Reads a document's source: HTML by parse5, and the others by the reference parser first. In plain
 * text, whatever looks like a word is one, and no indent makes code.
 */
export function factsOfSource({ form, source }: CorpusDocument): Facts {
	if (form === "html") return factsOfHtml(source);
	if (form === "md") return factsOfHtml(htmlOf(source));
	return { ...factsOfHtml(htmlOf(source.replace(/^[ \t]+/gm, ""))), words: wordsOf(source) };
}

/** The reference knows neither tables nor ids in braces nor the ids that sites give to headings. */
function htmlOf(source: string): string {
	const body = source
		.replace(/\r\n?/g, "\n")
		.replace(/^---[ \t]*\n(?:[\w-]+:.*\n|[ \t#-].*\n|\n)+?---\n/, "")
		.replace(/^(#+ )(.*?)\s*\{:?\s*#([\w-]+)[^{}\n]*\}\s*$/gm, '$1<a id="$3"></a>$2')
		.replace(/^\{:[^{}\n]*\}\n/gm, "")
		.replace(/^[ \t]{4,}(?=<\/?[a-z])/gm, "")
		.replace(
			/(?<=^|\n\n|^.*\n)(.*\|.*\n)([ \t]*\|?[ \t:|-]*-[ \t:|-]*\n)((?:.*\S.*(?:\n|$))*)/gm,
			tableOf,
		);
	const used = new Map<string, number>();
	return render(body).replace(/<(h[1-6])>(.*?)<\/\1>/gs, (_, name, inner) => {
		const slug = slugOf(inner.replace(/<[^>]*>/g, ""));
		const count = used.get(slug) ?? 0;
		used.set(slug, count + 1);
		return `<${name}><a id="${count > 0 ? `${slug}-${count}` : slug}"></a>${inner}</${name}>`;
	});
}

function tableOf(whole: string, head: string, rule: string, rows: string): string {
	if (!rule.includes("|")) return whole;
	const indent = /^\s*/.exec(head)?.[0];
	const cellsOf = (row: string) =>
		row
			.trim()
			.replace(/^\||(?<!\\)\|$/g, "")
			.split(/(?<!\\)\|/);
	const columns = cellsOf(head).length;
	const write = (row: string, name: string) => {
		const [...cells] = cellsOf(row);
		const surplus = cells.splice(columns - 1).join(" ");
		cells.push(surplus);
		return `<tr>${cells.map((cell) => `<${name}>${inline(cell)}</${name}>`).join("")}</tr>`;
	};
	const body = rows
		.trimEnd()
		.split("\n")
		.filter((row) => row.trim());
	return `${indent}<table>${write(head, "th")}${body.map((row) => write(row, "td")).join("")}</table>\n\n`;
}

function inline(markdown: string): string {
	return render(markdown.trim().replaceAll("\\|", "|")).replace(/^<p>|<\/p>\s*$/g, "");
}

function render(markdown: string): string {
	return new HtmlRenderer().render(new Parser().parse(markdown));
}

/** The id that GitHub and most sites give to a heading. */
function slugOf(html: string): string {
	const text = html.replaceAll("&amp;", "&").replaceAll("&quot;", '"');
	return text
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\p{M}\s_-]/gu, "")
		.replaceAll(" ", "-");
}

function isData({ rows, hasHead, isLayout }: Table): boolean {
	if (hasHead) return true;
	if (isLayout) return false;
	return rows.filter((cells) => cells.filter((cell) => cell !== "").length > 1).length > 1;
}

function hasImage(node: Node): boolean {
	if (node.nodeName === "img") return true;
	return "childNodes" in node && node.childNodes.some(hasImage);
}

function wordsOf(text: string): string[] {
	return text.normalize("NFC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

function plain(href: string): string {
	return URL.parse(href, "http://relative.invalid")?.href ?? href;
}

function decode(fragment: string): string {
	try {
		return decodeURIComponent(fragment);
	} catch {
		return fragment;
	}
}

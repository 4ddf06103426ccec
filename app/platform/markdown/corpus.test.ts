import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
// @ts-expect-error The package publishes no types.
import { HtmlRenderer, Parser } from "commonmark";
import { type DefaultTreeAdapterTypes, parse } from "parse5";
import { expect, test } from "vitest";
import { type CorpusDocument, corpus } from "../../../tests/fixtures/corpus.ts";
import { withoutFrontMatter } from "./front-matter.ts";
import { renderSource } from "./render.ts";

const FOLDER = path.resolve("tests/fixtures/documents");
const LANGUAGES = 10;
const DOCUMENTS = 60;

const files: CorpusDocument[] = readdirSync(FOLDER).map((name) => ({
	name,
	kind: "html",
	source: readFileSync(path.join(FOLDER, name), "utf8"),
}));
const documents = [...corpus, ...files];

type Node = DefaultTreeAdapterTypes.ChildNode;
type Facts = { words: string[]; headings: string[]; tables: number; links: string[] };

const UNSEEN = new Set(["script", "style", "title", "template", "iframe", "#comment", "noscript"]);
const INLINE = /^(?:a|b|i|u|em|strong|span|font|bdt|small|sup|sub|s|o:p|code|#text)$/;

/** Reads HTML by a parser that the product doesn't use. */
function factsOf(html: string): Facts {
	const facts: Facts = { words: [], headings: [], tables: 0, links: [] };
	let text = "";
	const walk = (node: Node | DefaultTreeAdapterTypes.Document): string => {
		if (UNSEEN.has(node.nodeName)) return "";
		if ("value" in node) return node.value;
		const inner = "childNodes" in node ? node.childNodes.map(walk).join("") : "";
		if (/^h[1-6]$/.test(node.nodeName) && inner.trim())
			facts.headings.push(wordsOf(inner).join(" "));
		// A table that has one row and no heads only places its content.
		if (
			node.nodeName === "table" &&
			(inner.includes("\uE002") || inner.split("\uE001").length > 2)
		) {
			facts.tables += 1;
		}
		const href = "attrs" in node && node.attrs.find(({ name }) => name === "href")?.value;
		if (node.nodeName === "a" && href && inner.trim())
			facts.links.push(href.replace("#user-content-", "#"));
		if (node.nodeName === "table") return ` ${inner.replace(/[\uE001\uE002]/g, " ")} `;
		if (node.nodeName === "tr") return ` \uE001${inner} `;
		if (node.nodeName === "th") return ` \uE002${inner} `;
		return INLINE.test(node.nodeName) ? inner : ` ${inner} `;
	};
	text = walk(parse(html));
	facts.words = wordsOf(text);
	return facts;
}

function wordsOf(text: string): string[] {
	return text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
}

/** What an independent parser finds in the source. */
function expectedOf({ kind, source }: CorpusDocument): Facts {
	if (kind === "html") return factsOf(source);
	// The reference has neither tables nor ids in braces nor bare addresses.
	const table = /^\|.*\|$/gm;
	const tables = [...source.matchAll(/\n\| -/g)].length;
	const body = withoutFrontMatter(source)
		.replace(/ \{#\w+\}/g, "")
		.replace(/(?:^|\s)(https:\S+)/g, " <$1>")
		.replace(table, (row) => `${row.replaceAll(/[|-]/g, " ")}\n`);
	return { ...factsOf(new HtmlRenderer().render(new Parser().parse(body))), tables };
}

test("there are enough documents, in enough languages", () => {
	expect(documents.length).toBeGreaterThanOrEqual(DOCUMENTS);
	expect(new Set(corpus.map(({ name }) => name.slice(-2))).size).toBeGreaterThanOrEqual(LANGUAGES);
});

test.each(documents)("$name: words, headings, tables, links and targets", (document) => {
	const { html } = renderSource(document.source);
	const { links, ...found } = factsOf(html);
	const { links: given, ...expected } = expectedOf(document);
	// Word's bullet "o" is a list's mark on the page.
	const words = expected.words.filter((word) => !(document.name === "word.html" && word === "o"));
	expect(found.words.toSorted()).toEqual(expect.arrayContaining(words.toSorted()));
	expect(found.headings).toEqual(expect.arrayContaining(expected.headings));
	expect(found.tables).toBe(expected.tables);
	expect(links).toEqual(given);
	const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
	for (const [, target] of html.matchAll(/ href="#([^"]+)"/g)) expect(ids).toContain(target);
});

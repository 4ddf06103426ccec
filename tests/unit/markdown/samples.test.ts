import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { renderMarkdown } from "../../../app/lib/markdown/render.ts";

const ID_PREFIX = "user-content-";

type Sample = {
	file: string;
	headings: number;
	tables: number;
	links: number;
	/** In-page links that lead nowhere in the source itself. */
	dangling: string[];
};

const samples: Sample[] = [
	{ file: "privacy-statement.md", headings: 39, tables: 1, links: 25, dangling: [] },
	{ file: "terms-of-service.md", headings: 60, tables: 1, links: 62, dangling: [] },
];

for (const { file, dangling, ...counts } of samples) {
	const source = readFileSync(`tests/fixtures/policies/${file}`, "utf8").replaceAll("\r\n", "\n");
	const { html, headings, text } = renderMarkdown(source);

	test(`${file}: the source has what this test counts on`, () => {
		expect({
			headings: sourceHeadings(source).length,
			tables: sourceTables(source).length,
			links: sourceLinks(source).length,
		}).toEqual(counts);
	});

	test(`${file}: every heading is there, with an id of its own`, () => {
		expect(headings.map((heading) => heading.text)).toEqual(sourceHeadings(source));
		for (const { id } of headings) expect(html.split(` id="${id}"`)).toHaveLength(2);
	});

	test(`${file}: every table is there, row by row`, () => {
		const rows = sourceTables(source);
		expect(html.match(/<table>/g)?.length ?? 0).toBe(rows.length);
		expect(html.match(/<tr>/g)?.length ?? 0).toBe(rows.reduce((sum, count) => sum + count, 0));
	});

	test(`${file}: every link is there`, () => {
		const targets = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) =>
			href?.replaceAll("&amp;", "&").replace(`#${ID_PREFIX}`, "#"),
		);
		expect(targets).toEqual(sourceLinks(source));
	});

	test(`${file}: every in-page link has a target`, () => {
		const ids = new Set([...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
		const missing = [...html.matchAll(/ href="#([^"]*)"/g)]
			.map(([, fragment]) => decodeURIComponent(fragment as string))
			.filter((fragment) => !ids.has(fragment));
		expect(missing).toEqual(dangling.map((fragment) => ID_PREFIX + fragment));
	});

	test(`${file}: front matter and comments are not shown`, () => {
		expect(text).not.toContain("redirect_from");
		expect(text).not.toContain("markdownlint");
	});
}

function body(source: string): string {
	return source.replace(/^---\n.*?\n---\n/s, "");
}

function sourceHeadings(source: string): string[] {
	return [...body(source).matchAll(/^#{1,6} +(.*?)[ #]*$/gm)].map(([, text]) =>
		(text as string).replace(/\*\*|`/g, ""),
	);
}

/** The number of rows of each table, its head included. */
function sourceTables(source: string): number[] {
	return [...body(source).matchAll(/(?:^[ \t]*\|.*\n)+/gm)].map(
		([table]) => table.trim().split("\n").length - 1,
	);
}

/** Links in brackets, in angle brackets and bare ones, in the order of the source. */
function sourceLinks(source: string): string[] {
	const link =
		/\]\(((?:\([^)\s]*\)|[^()\s])+)\)|<(https?:[^>]+)>|(?<![(<[])(https?:[^\s)\]]+[^\s)\].])/g;
	return [...body(source).matchAll(link)].map(
		([, inline, angled, bare]) => (inline ?? angled ?? bare) as string,
	);
}

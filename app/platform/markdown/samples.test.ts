import { expect, test } from "vitest";
import {
	ID_PREFIX,
	policies,
	readPolicy,
	sourceHeadings,
	sourceLinks,
	sourceTables,
} from "../../../tests/fixtures/policies.ts";
import { renderSource } from "./render.ts";

for (const { file, dangling, ...counts } of policies) {
	const source = readPolicy(file);
	const { html, headings, text } = renderSource(source);

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

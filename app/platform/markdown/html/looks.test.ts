import { expect, test } from "vitest";
import { looksLikeHtml } from "./looks.ts";

test.each([
	[
		"a whole page",
		"<!DOCTYPE html>\n<html><head><title>A</title></head><body>Text\n\nText</body></html>",
	],
	["a fragment with blank lines", "<div>\n\n    <p>Text</p>\n\n    <p>Text</p>\n\n</div>"],
	["paragraphs one after another", "<h1>Privacy</h1>\n\n<p>Text</p>\n\n<p>Text</p>"],
	["paragraphs that never end", "<p>One\n\n<p>Two\n\n<p>Three"],
	["a style sheet first", "<style>\n.a { }\n</style>\n\n  <div>Text</div>"],
	["a comment first", "<!-- Copied -->\n<div>Text</div>"],
	[
		"Google's bold that is not",
		'<b style="font-weight:normal;" id="docs-internal-guid-1"><p>Text</p></b>',
	],
	["tags in capitals", "<CENTER><H1>Terms</H1></CENTER>\n<P>Text"],
	["a byte order mark first", "\uFEFF<div>Text</div>"],
])("takes %s for HTML", (_, source) => {
	expect(looksLikeHtml(source)).toBe(true);
});

test.each([
	["nothing", ""],
	["plain text", "Privacy\n\nWe keep nothing."],
	["Markdown", "# Privacy\n\n- a\n- b"],
	["Markdown with a box", "# Privacy\n\n<div>Text</div>"],
	["Markdown after a logo", '<p align="center"><img src="a.png"></p>\n\n# Privacy\n\nText'],
	["Markdown inside details", "<details>\n<summary>More</summary>\n\n**Bold**\n\n</details>"],
	["Markdown inside a box", "<div>\n\n*Text* of a paragraph.\n\n</div>"],
	["a list after a box", "<div>Logo</div>\n\n- a\n- b"],
	["a link in Markdown", "<div>See [the terms](/terms).</div>"],
	["a blog's headings with loose paragraphs", "<h2>Data</h2>\n\nOne.\n\nTwo.\n\n<h2>More</h2>"],
	["an address in angle brackets", "<https://example.com>\n\n<p>Text</p>"],
	["a placeholder", "<Company name> keeps <data>."],
	["bold alone", "<b>Privacy</b>\n\nText"],
])("does not take %s for HTML", (_, source) => {
	expect(looksLikeHtml(source)).toBe(false);
});

test.each(["<", "<div ", "<div>\n\n", "<!--", "<style>", "<p>a\n\n", "\n \n ", "[a](b", "**a"])(
	"decides about 200 kB of %j in time",
	(part) => {
		const source = `<div>${part.repeat(200_000 / part.length)}`;
		const started = performance.now();
		looksLikeHtml(source);
		expect(performance.now() - started).toBeLessThan(5_000);
	},
);

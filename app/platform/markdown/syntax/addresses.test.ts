import { expect, test } from "vitest";
import { renderSource } from "../render.ts";

function html(source: string): string {
	return renderSource(source).html.trim().replaceAll(' dir="auto"', "");
}

test.each([
	["beside Chinese", "请访问https://example.com/a请看。", "https://example.com/a"],
	["before a full stop in Chinese", "见https://example.com。然后", "https://example.com"],
	["beside Japanese", "詳細はwww.example.comへ", "http://www.example.com"],
	["an e-mail address beside Chinese", "联系me@example.com请", "mailto:me@example.com"],
	["inside emphasis", "_See https://example.com/x_", "https://example.com/x"],
	["alone inside emphasis", "_https://example.com/_", "https://example.com/"],
	["with a Chinese path", "https://example.com/隐私", "https://example.com/%E9%9A%90%E7%A7%81"],
	["an e-mail address after a colon", "E-mail:me@example.com", "mailto:me@example.com"],
	["an e-mail address after a dash", "Me—my.name@example.com", "mailto:my.name@example.com"],
	["an e-mail address in quotation marks", "“me@example.com”", "mailto:me@example.com"],
	["an e-mail address in apostrophes", "'me@example.com'", "mailto:me@example.com"],
	["an e-mail address with an apostrophe", "o'brien@example.com", "mailto:o'brien@example.com"],
	["an e-mail address in escaped brackets", "Me &lt;me@example.com&gt;", "mailto:me@example.com"],
	["before a joiner", "https://example.com/a\u2060 b", "https://example.com/a"],
	["an e-mail address before a joiner", "me@example.com\u2060.", "mailto:me@example.com"],
	["before an invisible space", "www.example.com\u200B, b", "http://www.example.com"],
	["an e-mail address after a mark of direction", "\u200Eme@example.com", "mailto:me@example.com"],
])("links an address %s", (_, source, href) => {
	expect(html(source)).toContain(`<a href="${href}"`);
	expect(html(source).match(/<a /g)).toHaveLength(1);
});

test.each([
	[
		"https://example.com/a\\_b\\_c.",
		'<a href="https://example.com/a_b_c" rel="nofollow ugc noopener">https://example.com/a_b_c</a>.',
	],
	[
		"www.example.com/a\\_b",
		'<a href="http://www.example.com/a_b" rel="nofollow ugc noopener">www.example.com/a_b</a>',
	],
	["my\\_name@example.com", '<a href="mailto:my_name@example.com">my_name@example.com</a>'],
	["`https://example.com/a\\_b`", "<code>https://example.com/a\\_b</code>"],
])("reads what a converter escaped in %s", (source, shown) => {
	expect(html(source)).toBe(`<p>${shown}</p>`);
});

test.each(["é_me@example.com", "ssh://git@example.com/x"])("links no part of %s", (source) => {
	expect(html(source)).toBe(`<p>${source}</p>`);
});

import { expect, test } from "vitest";
import { frontMatterOf } from "./front-matter.ts";
import { renderSource } from "./render.ts";

function html(source: string): string {
	const { html } = renderSource(source, { format: "markdown" });
	return html.trim().replaceAll(' dir="auto"', "");
}

test("renders tables, strikethrough and fenced code", () => {
	expect(html("~~gone~~")).toBe("<p><s>gone</s></p>");
	expect(html("```js\na < b\n```")).toBe("<pre><code>a &lt; b\n</code></pre>");
	expect(html("| a |\n|---|\n| b |")).toContain("<td>b</td>");
});

test("turns addresses into links, and words with a dot not", () => {
	expect(html("https://example.com/a_b.")).toContain('<a href="https://example.com/a_b"');
	expect(html("www.example.com")).toContain('<a href="http://www.example.com"');
	expect(html("me@example.com")).toContain('<a href="mailto:me@example.com">');
	expect(html("README.md and example.com, ftp://a.com, //a.com")).not.toContain("<a");
	expect(html("<https://example.com/%C3%A4>")).toContain(">https://example.com/%C3%A4</a>");
});

test("hides YAML front matter at the very top", () => {
	const source =
		'---\ntitle: Terms\ntags:\n  - a\n- b\n# note\n"x": "1: 2"\nz: [a, b]\n---\n\nText';
	expect(html(source)).toBe("<p>Text</p>");
	expect(html("---\r\ntitle: Terms\r\n---\r\nText")).toBe("<p>Text</p>");
	expect(html("---\nLayout: page\n...\nText")).toBe("<p>Text</p>");
});

test.each([
	["a thematic break", "---\n\nText: here\n\nmore\n\n---\n\nEnd"],
	["a break before text", "---\nText\n---\nEnd"],
	["a key of two words", "---\ntitle: Terms\nLast updated: May 1\n---\nEnd"],
	["no known key", "---\nRefunds: none\nNotice: a month\n---\nEnd"],
	["a clause among the keys", "---\ntitle: Terms\nWe sell your data.\n---\nEnd"],
	["a clause below a key", "---\ntitle: Terms\n  We sell your data.\n---\nEnd"],
	["a clause as an item", "---\ntags:\n  - We sell your data.\n---\nEnd"],
	["a clause with a colon as a value", "---\ntitle: Note: we sell data\n---\nEnd"],
	["a key that comes twice", "---\ntitle: One\ntitle: Two\n---\nEnd"],
	["a quotation that never ends", '---\ntitle: "One\n---\nEnd'],
	["no end", "---\ntitle: value\n\nEnd"],
	["two breaks", "---\n---\nEnd"],
	["a list", "---\n- a\n---\nEnd"],
	["not at the top", "Text\n\n---\ntitle: value\n---\n"],
])("does not take %s for front matter", (_, source) => {
	const words = source.match(/[A-Za-z]+/g) ?? [];
	for (const word of words) expect(renderSource(source).text).toContain(word);
});

test("looks for front matter in 200 kB of spaces in time", () => {
	const started = performance.now();
	expect(frontMatterOf(`---\ntitle: "${" ".repeat(200_000)}x\n---\n`)).toBe("");
	expect(performance.now() - started).toBeLessThan(5_000);
});

test.each(["http://a.com/", "https://a.com/", "//a.com/", "/\\a.com", "\\\\a.com"])(
	"marks %s as a link of a stranger",
	(href) => {
		expect(html(`<a href="${href}" rel="opener" target="_blank">x</a>`)).toBe(
			`<p><a href="${href}" rel="nofollow ugc noopener">x</a></p>`,
		);
	},
);

test.each(["mailto:a@b.c", "irc://a/b", "ircs://a/b", "xmpp:a@b.c", "/terms", "terms", "?a=b:c"])(
	"keeps the link to %s",
	(href) => {
		expect(html(`[x](${href})`)).toBe(`<p><a href="${href}">x</a></p>`);
	},
);

test.each([
	"javascript:alert(1)",
	"JaVa&#10;Script:alert(1)",
	"&#1;javascript:alert(1)",
	"data:text/html,x",
	"vbscript:x",
	"file:///etc/passwd",
	"ftp://a.com",
	"tel:1",
	"blob:x",
	"view-source:x",
])("drops the address %s", (href) => {
	expect(html(`<a href="${href}">x</a>`)).toBe("<p>x</p>");
	expect(html(`<img src="${href}" alt="y">`)).toBe('<img alt="y" loading="lazy" />');
});

test("pictures come from http, https or beside the page", () => {
	expect(html('![a](https://a.com/b.png "t")')).toBe(
		'<p><img src="https://a.com/b.png" alt="a" title="t" loading="lazy" /></p>',
	);
	expect(html('<img src="b.png" width="50%" height="20" srcset="c.png" sizes="1">')).toBe(
		'<img src="b.png" alt="" width="50%" height="20" loading="lazy" />',
	);
	expect(html('<img src="mailto:a@b.c">')).not.toContain("src");
	expect(html("![a](data:image/png;base64,AAAA)")).not.toContain("src");
});

test("a link that shows a picture has a name, one that shows nothing is none", () => {
	expect(html("[![](a.png)](/b)")).toContain('<a href="/b" aria-label="/b"><img');
	expect(html("[![A](a.png)](/b)")).toContain('<a href="/b"><img');
	expect(html("[](/b)")).toBe("<p></p>");
});

test("alignment becomes an attribute, all other style goes", () => {
	expect(html("| a | b |\n|:-:|--:|\n| c | d |")).toContain('<td align="center">c</td>');
	expect(html('<p style="color:red; TEXT-ALIGN: Right">a</p>')).toBe('<p align="right">a</p>');
	expect(html('<div align="evil" dir="rtl" lang="ar">a</div>')).toBe(
		'<div dir="rtl" lang="ar">a</div>',
	);
	expect(html('<center style="position:fixed">a</center>')).toBe("<center>a</center>");
});

test("keeps the structure that policies use", () => {
	for (const kept of [
		'<details open=""><summary>a</summary>b</details>',
		"<dl><dt>a</dt><dd>b</dd></dl>",
		"<figure>a<figcaption>b</figcaption></figure>",
		'<ol start="3" reversed="" type="a"><li value="2">x</li></ol>',
		'<p><abbr title="x">a</abbr><sub>b</sub><sup>c</sup><kbd>d</kbd><mark>e</mark></p>',
		"<p><del>a</del><ins>b</ins><br />c</p>",
	]) {
		expect(html(kept)).toBe(kept);
	}
	expect(html("<main><nav>a</nav></main>")).toBe("<div><div>a</div></div>");
});

test.each([
	["a row", "|a|b|\n|-|-|\n|c|d|**e**|f|", "d | <strong>e</strong> | f"],
	["a row of a quotation", "> |a|b|\n> |-|-|\n> |c|d|e|", "d | e"],
	["no row that ends where its head does", "> a|b\n> -|-\n> c|d\\|e|", "d|e"],
])("keeps the cells of %s that has more than its table's head", (_, source, cell) => {
	expect(html(source)).toContain(`>${cell}</td>`);
});

test("wraps outermost tables so that they scroll", () => {
	const box = (label: string) =>
		`<div class="table" tabindex="0" role="region" aria-label="${label}">`;
	const cell = '<td colspan="2" rowspan="3">';
	expect(html(`<table><tr><th scope="row">a</th>${cell}b</td></tr></table>`)).toBe(
		`${box("Table")}<table><tr><th scope="row">a</th>${cell}b</td></tr></table></div>`,
	);
	const nested = "<table><tr><td><table></table></td></tr></table>";
	expect(html(nested + nested)).toBe(
		`${box("Table 1")}${nested}</div>${box("Table 2")}${nested}</div>`,
	);
	expect(html('<table><tr><td colspan="9999" scope="row">a')).toBe(
		`${box("Table")}<table><tr><td>a</td></tr></table></div>`,
	);
	expect(html('</table></div><p title="<table>">&lt;table&gt;')).toBe("<p>&lt;table&gt;</p>");
});

test.each(["script", "style", "textarea", "xmp", "iframe", "title"])(
	"drops <%s> with its text",
	(tag) => {
		expect(html(`a\n\n<${tag}>secret</${tag}>\n\nb`)).not.toMatch(/secret|&lt;/);
		expect(html(`a <${tag}>secret</${tag}> b`)).not.toContain("secret");
	},
);

test.each([
	"svg",
	"math",
	"form",
	"button",
	"input",
	"object",
	"embed",
	"template",
	"base",
	"link",
])("drops <%s>", (tag) => {
	expect(html(`<p><${tag} onload="x()" href="javascript:x()">a</${tag}></p>`)).not.toMatch(
		new RegExp(`<${tag}|x\\(\\)`),
	);
});

test("the plain text is one line, blocks apart and inline parts together", () => {
	const source = "# A\n\nb **c**d\n\n* e\n* f\n\n<p>g</p><p>h &amp; i</p>\n\n| j | k |\n|---|---|";
	expect(renderSource(source).text).toBe("A b cd e f g h & i j k");
});

test("line ends are normalised, NUL and the byte order mark removed", () => {
	expect(html("\uFEFF# A\r\nb\0c\rd")).toBe('<h2 id="user-content-a">A</h2>\n<p>bc\nd</p>');
});

test("a word processor's line breaks and page breaks are line breaks", () => {
	expect(html("a\vb\u2028c")).toBe("<p>a<br />\nb<br />\nc</p>");
	expect(html("# A\vb\f# C")).toBe(
		'<h2 id="user-content-a">A</h2>\n<p>b</p>\n<h2 id="user-content-c">C</h2>',
	);
});

test.each([
	["in another case", "# Privacy  policy\n\nText", "PRIVACY POLICY"],
	["underlined", "Privacy\n===\n\nText", "Privacy"],
	["in HTML", "<div><h1>Privacy &amp; you</h1><p>Text</p></div>", "Privacy & you"],
])("leaves out a first heading that repeats the title %s", (_, source, title) => {
	const page = renderSource(source, { title });
	expect(page.text).toBe("Text");
	expect(page.headings).toEqual([]);
});

test("a first heading that repeats the title stays a target of links", () => {
	const { html } = renderSource("# Privacy\n\n[up](#privacy)\n\n## Data", { title: "Privacy" });
	expect(html).toContain('<a id="user-content-privacy"></a>');
	expect(html).toContain('href="#user-content-privacy"');
	expect(html).toContain('<h2 id="user-content-data"');
});

test.each([
	["a later heading", "Text\n\n# Privacy", "Privacy"],
	["another text", "# Privacy policy\n\nText", "Privacy"],
])("shows %s", (_, source, title) => {
	expect(renderSource(source, { title }).headings).toHaveLength(1);
});

test("each paragraph, item and cell has the direction of its own text", () => {
	const source = "One\n\n- שלום\n\n| a |\n|---|\n| b |\n\n<p dir=rtl>c</p>";
	const { html } = renderSource(source);
	expect(html).toContain('<p dir="auto">One');
	expect(html).toContain('<ul dir="rtl">\n<li dir="auto">');
	expect(html).toContain('<td dir="auto">b');
	expect(html).toContain('<p dir="rtl">c');
});

test("is deterministic", () => {
	const source = "# A\n[^1] <a name=b>\n\n|a|\n|-|\n\n[^1]: c";
	expect(renderSource(source)).toEqual(renderSource(source));
});

test("refuses what expands a hundredfold", () => {
	const source = `[a]: /${"x".repeat(50_000)}\n\n${"[a] ".repeat(20_000)}`;
	expect(() => renderSource(source)).toThrow(RangeError);
});

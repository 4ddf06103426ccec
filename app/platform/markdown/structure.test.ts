import { expect, test } from "vitest";
import { renderSource } from "./render.ts";

function html(source: string): string {
	const { html } = renderSource(source, { format: "markdown" });
	return html.trim().replaceAll(' dir="auto"', "");
}

test("gives headings GitHub's ids, with a prefix", () => {
	const { headings, html } = renderSource(
		"## What's *new*, `in` v1.0?\n### Ünïcode & co\n## Same\n## Same\n<h2>Same</h2>\n\n## ???\n",
	);
	expect(headings).toEqual([
		{ id: "user-content-whats-new-in-v10", text: "What's new, in v1.0?", level: 2 },
		{ id: "user-content-ünïcode--co", text: "Ünïcode & co", level: 3 },
		{ id: "user-content-same", text: "Same", level: 2 },
		{ id: "user-content-same-1", text: "Same", level: 2 },
		{ id: "user-content-same-2", text: "Same", level: 2 },
		{ id: "user-content-section", text: "???", level: 2 },
	]);
	for (const { id } of headings) expect(html).toContain(` id="${id}"`);
});

test("moves all headings down by one when there is an h1, and only then", () => {
	expect(html("# A\n## B\n###### C")).toBe(
		'<h2 id="user-content-a">A</h2>\n<h3 id="user-content-b">B</h3>\n' +
			'<h6 id="user-content-c">C</h6>',
	);
	expect(renderSource("## B\n\n<h1>A</h1>").headings.map(({ level }) => level)).toEqual([3, 2]);
	expect(html("## B")).toBe('<h2 id="user-content-b">B</h2>');
});

test("leaves out empty headings and keeps pictures in them", () => {
	expect(renderSource("##\n## ![](a.png)")).toMatchObject({
		headings: [],
		html: expect.stringContaining('<h2 id="user-content-section-1" dir="auto"><img src="a.png"'),
	});
	expect(html("##")).toBe("");
});

test("a heading's text leaves out the marks of footnotes", () => {
	expect(renderSource("## Data[^1]\n\n[^1]: Note").headings).toEqual([
		{ id: "user-content-data", text: "Data", level: 2 },
	]);
});

test.each([
	["a Markdown link", "[x](#data-we-collect)"],
	["an HTML link", '<a href="#data-we-collect">x</a>'],
	["another case", "[x](#Data-We-Collect)"],
	["an encoded fragment", "[x](#data%2Dwe%2dcollect)"],
	["the prefix itself", "[x](#user-content-data-we-collect)"],
])("an in-page link finds its heading by %s", (_, link) => {
	expect(html(`${link}\n\n## Data we collect`)).toContain(
		'<a href="#user-content-data-we-collect">x</a>',
	);
});

test("an in-page link without target gets the prefix, the top of the page stays", () => {
	expect(html("[x](#gone)")).toContain('href="#user-content-gone"');
	expect(html("[x](#a%20%22b)")).toContain('href="#user-content-a%20%22b"');
	expect(html("[x](#%zz)")).toContain('href="#user-content-%25zz"');
	expect(html("[x](#) [y](#top)")).toContain('<a href="#">x</a> <a href="#top">y</a>');
	expect(html("[x](other#part)")).toContain('<a href="other#part">x</a>');
});

test("anchors of the author stay reachable", () => {
	expect(html('<a name="x"></a>[y](#x)')).toBe(
		'<p><a id="user-content-x"></a><a href="#user-content-x">y</a></p>',
	);
	expect(html('<a id="My Part">z</a> [y](#My%20Part)')).toBe(
		'<p><a id="user-content-My-Part">z</a> <a href="#user-content-My-Part">y</a></p>',
	);
	expect(html('<h2 id="custom">Title</h2>\n\n[y](#custom)')).toBe(
		'<h2 id="user-content-title"><span id="user-content-custom"></span>Title</h2>\n' +
			'<p><a href="#user-content-custom">y</a></p>',
	);
});

test("no id occurs twice, and the heading's comes first", () => {
	const out = html('<a name="terms"></a>\n<a name="x"></a><a name="x"></a>\n\n## Terms');
	const ids = [...out.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
	expect(ids).toEqual(["user-content-x", "user-content-terms"]);
	expect(out).toContain('<h2 id="user-content-terms">');
});

test("ids and names of authors stay on whatever stays, with a prefix; classes go", () => {
	const source =
		'<p id="p" class="table">a</p><div name="d" data-link="0">b</div><img name="i" src="a.png">' +
		'<li id="l">c</li><section class="footnotes">d</section><h2 class="x" data-heading="7">e</h2>';
	expect(html(source)).toBe(
		'<p id="user-content-p">a</p><div id="user-content-d">b</div>' +
			'<img id="user-content-i" src="a.png" alt="" loading="lazy" /><li id="user-content-l">c</li>' +
			'<section>d</section><h2 id="user-content-e">e</h2>',
	);
});

test.each(["div", "span", "p", "blockquote", "section", "b", "strong", "dl", "ul", "pre"])(
	"a link finds a <%s> by its id",
	(tag) => {
		const out = html(`<a href="#part">x</a>\n\n<${tag} id="part">y</${tag}>`);
		expect(out).toContain('<a href="#user-content-part">');
		expect(out).toContain(`<${tag} id="user-content-part"`);
	},
);

test.each([
	["after a heading", "## Data we keep {#data}"],
	["after a heading, with a colon", "## Data we keep {: #data .big}"],
	["below a heading", "## Data we keep\n{: #data}"],
	["below a paragraph", "Data we keep\n{: #data}"],
	["below a table", "| Data we keep |\n|---|\n{: #data}"],
	["at the top", "{: #data}\n\nData we keep"],
	["between blank lines", "Data we keep\n\n{: #data}"],
])("reads an id in braces %s", (_, source) => {
	const { html, text } = renderSource(`[x](#data)\n\n${source}\n\nEnd`);
	expect(html).toContain('<a href="#user-content-data">x</a>');
	expect(html).toContain('id="user-content-data"');
	expect(text).toBe("x Data we keep End");
});

test("footnotes and their ways back work under the prefix", () => {
	const { html, text } = renderSource("One[^n] two[^n] ^[inline]\n\n[^n]: The *note*");
	for (const id of ["fn:1", "fn:2", "fnref:1", "fnref:1:2", "fnref:2"]) {
		expect(html).toContain(` id="user-content-${id}"`);
		expect(html).toContain(` href="#user-content-${id}"`);
	}
	expect(html).toContain('<section class="footnotes">');
	expect(html).toContain('aria-label="Back to reference 1"');
	expect(text).toBe("One two The note inline");
});

test("the module's own marks cannot be forged", () => {
	const source =
		'<section class="\0footnotes">a</section><section class="&#0;footnotes">b</section>' +
		'<li id="&#x0;fn:1">c</li><a href="#\0fn:1" id="\0z" aria-label="\0l">d</a>';
	const out = html(source);
	expect(out).not.toContain("\0");
	expect(out).not.toContain("class=");
	expect(out).not.toContain("aria-label");
	expect(out).not.toContain('id="user-content-fn:1"');
});

test.each([
	["A & B", "#a-b"],
	["1.4 Data use", "#1-4-data-use"],
	["Data use", "#data%20use"],
	["Data use", "#Data_Use"],
	["U.S. notice", "#u.s.-notice"],
])("an in-page link finds the heading %j by another site's name for it, %s", (heading, href) => {
	const { headings, html } = renderSource(`## ${heading}\n\n[x](${href})`);
	expect(html).toContain(`href="#${headings[0]?.id}"`);
});

test("an in-page link that has its own target leads to no other", () => {
	const out = html("[x](#a-b)\n\n## A & B\n\n## A B");
	expect(out).toContain('<a href="#user-content-a-b">');
	expect(html("[x](#-)\n\n## A")).toContain('<a href="#user-content--">');
});

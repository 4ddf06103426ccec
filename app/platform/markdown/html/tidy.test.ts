import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { renderSource } from "../render.ts";

const DOCUMENTS = path.resolve("tests/fixtures/documents");

/** The page's HTML without what every document has. */
function html(source: string, options: Parameters<typeof renderSource>[1] = { format: "html" }) {
	return renderSource(source, options)
		.html.replaceAll(/ dir="(?:auto|ltr)"| rel="[^"]*"/g, "")
		.replaceAll("user-content-", "")
		.replace(/<div class="table"[^>]*>(.*?<\/table>)<\/div>/g, "$1")
		.trim();
}

function pageOf(file: string): string[] {
	return html(readFileSync(path.join(DOCUMENTS, file), "utf8"), {}).split(/\n(?=<)/);
}

describe("the document that it was comes out of", () => {
	test("Termly's export", () => {
		expect(pageOf("termly.en.html")).toEqual([
			'<h2 id="privacy-policy">PRIVACY POLICY</h2>',
			"<p><strong>Last updated January 01, 2026</strong></p>",
			'<p>This Privacy Notice for Sampleworks Ltd ("<strong>we</strong>", "<strong>us</strong>"), describes how and why we might access your information when you:</p>',
			"<ul><li>Download and use our mobile application (Sample)</li></ul>",
			'<h3 id="table-of-contents"><a id="toc"></a>TABLE OF CONTENTS</h3>',
			'<p><a href="#infocollect">1. WHAT INFORMATION DO WE COLLECT?</a></p>',
			'<p><a href="#infouse">2. HOW DO WE PROCESS YOUR INFORMATION?</a></p>',
			'<h3 id="1-what-information-do-we-collect"><a id="infocollect"></a>1. WHAT INFORMATION DO WE COLLECT?</h3>',
			'<h4 id="personal-information-you-disclose-to-us"><a id="personalinfo"></a>Personal information you disclose to us</h4>',
			"<p><strong><em>In Short:</em></strong><em> We collect personal information that you provide to us.</em></p>",
			'<p>See <a href="#toc">the contents</a> or write to <a href="mailto:privacy@sampleworks.example">privacy@sampleworks.example</a>.</p>',
			"<table><thead><tr><th><strong>Category</strong></th><th><strong>Examples</strong></th><th><strong>Collected</strong></th></tr></thead><tbody><tr><td>A. Identifiers</td><td>Contact details, such as real name</td><td>YES</td></tr></tbody></table>",
			'<h3 id="2-how-do-we-process-your-information"><span id="infouse"></span>2. HOW DO WE PROCESS YOUR INFORMATION?</h3>',
			"<p>We process it to provide the service.</p>",
		]);
	});

	test("Google Docs, copied", () => {
		expect(pageOf("google-docs-clipboard.en.html")).toEqual([
			'<h2 id="privacy-policy">Privacy Policy</h2>',
			'<p>We keep <strong>your name</strong> and <em>nothing else</em>. Read <a href="https://sample.example/terms">our terms</a>.</p>',
			'<h3 id="what-we-keep">What we keep</h3>',
			"<ul><li>Names<ul><li>First names</li></ul></li><li>Addresses</li></ul>",
			'<ol type="a"><li>Ask</li><li>Delete</li></ol>',
			"<table><colgroup><col /><col /></colgroup><tbody><tr><td><strong>Data</strong></td><td><strong>Kept for</strong></td></tr><tr><td>Name</td><td>One year</td></tr></tbody></table>",
		]);
	});

	test("Word", () => {
		expect(pageOf("word.en.html")).toEqual([
			'<h2 id="terms-of-service">Terms of Service</h2>',
			'<h2 id="1-using-the-app"><a id="_Toc100"></a>1. Using the app</h2>',
			'<p>You may use the app <strong>only</strong>\nfor lawful purposes. See <a href="#_Toc101">Ending</a>.</p>',
			"<ul><li>No harm<ul><li>Not to people</li></ul></li><li>No spam</li></ul>",
			"<p>1.1 A clause with a number of its own.</p>",
			"<ol><li>First step</li><li>Second step</li></ol>",
			'<h2 id="2-ending"><a id="_Toc101">2. Ending</a></h2>',
			"<table><tr><td><strong>Who</strong></td><td><strong>Notice</strong></td></tr><tr><td>You</td><td>None</td></tr></table>",
			"<p>Sampleworks Ltd<br />\n1 Sample Street<br />\nSampletown</p>",
		]);
	});

	test("iubenda", () => {
		expect(pageOf("iubenda.en.html")).toEqual([
			'<h2 id="privacy-policy-of-sample"><a id="iubenda_policy"></a><a id="wbars_all"></a>Privacy Policy of Sample</h2>',
			"<p>Sample collects some Personal Data from its Users.</p>",
			'<h3 id="owner-and-data-controller"><span id="owner_of_the_data"></span>Owner and Data Controller</h3>',
			"<p>Sampleworks Srl<br />\nVia Esempio 1<br />\n00100 Roma</p>",
			"<p><strong>Owner contact email:</strong> privacy@sampleworks.example</p>",
			'<h4 id="definitions-and-legal-references">Definitions and legal references</h4>',
			'<h5 id="personal-data-or-data">Personal Data (or Data)</h5>',
			"<p>Any information that directly, indirectly, or in connection with other information.</p>",
			"<p>Latest update: 1 January 2026</p>",
		]);
	});

	test("a whole page of a site", () => {
		expect(pageOf("site-page.en.html")).toEqual([
			'<ul><li><a href="/">Home</a></li><li><a href="/apps">Apps</a></li></ul>',
			'<div align="center"><h2 id="privacy">Privacy</h2></div>',
			"<p>We respect your privacy.</p>",
			"<p>This page says what we keep.</p>",
			'<h3 id="what-we-keep"><a id="keep"></a>What we keep</h3>',
			'<p>Your name, and <a href="#cookies">cookies</a>.</p>',
			"<p>Nothing else.</p>",
			"<dl><dt>Name</dt>",
			"<dd>Until you leave</dd></dl>",
			"<p>(a) we never sell it;</p>",
			"<p>(b) we never rent it.</p>",
			"<p>Cookies</p>",
			'<p align="center"><a id="cookies"></a>One cookie.</p>',
			"<blockquote><p>Quoted.</p></blockquote>",
			"<pre>\n  kept   as\n    typed</pre>",
			"<p><small>© 2026 Sampleworks</small></p>",
		]);
	});
});

test.each([
	["line breaks in pairs are paragraphs", "a<br><br>b<br>c", "<p>a</p>\n<p>b<br />c</p>"],
	[
		"inside bold, too",
		"<b>a<br>\n<br>b</b>",
		"<p><strong>a</strong></p>\n<p><strong>b</strong></p>",
	],
	["empty paragraphs go", "<p>&nbsp;</p><p>a</p><div><br></div><p>&#8203;</p>", "<p>a</p>"],
	["runs of spaces are one", "<p>a&nbsp; &nbsp;b&nbsp;c</p>", "<p>a b\u00A0c</p>"],
	["a faked heading stays what it is", "<p><b>1. Data</b></p>", "<p><strong>1. Data</strong></p>"],
	["fonts go", '<font face="Arial"><font size=2>a</font></font>', "<p>a</p>"],
	[
		"a centre is kept",
		"<center>a<p>b</p></center>",
		'<div align="center"><p>a</p>\n<p>b</p></div>',
	],
	["a box in a paragraph", "<p>a<div>b</div>c</p>", "<p>a</p>\n<p>b</p>\n<p>c</p>"],
	["a heading in bold", "<b><h2>A</h2>b</b>", '<h2 id="a">A</h2>\n<p><strong>b</strong></p>'],
	["a heading on two lines", "<h2> A\nb</h2>", '<h2 id="a-b">A\nb</h2>'],
	["bold that is not", '<b style="font-weight:400">a</b>', "<p>a</p>"],
	[
		"a style sheet's bold",
		"<style>.c1{font-weight:700}</style><p><span class=c1>a</span></p>",
		"<p><strong>a</strong></p>",
	],
	[
		"a style sheet's rules that follow one another without a space",
		"<style>@import url(a.css);ul.l{color:red}.c0{font-weight:700}.c1{font-style:italic}</style><p><span class=c0>a</span><span class=c1>b</span></p>",
		"<p><strong>a</strong><em>b</em></p>",
	],
	[
		"a struck and raised text",
		'<p><span style="text-decoration:line-through">a</span><span style="vertical-align:super">b</span></p>',
		"<p><s>a</s><sup>b</sup></p>",
	],
	["a link around boxes", '<a href="/a"><div>b</div></a>', '<p><a href="/a">b</a></p>'],
	["an item outside a list", "<li>a</li>", "<ul><li>a</li></ul>"],
	[
		"an item of paragraphs",
		"<ul><li><p>a</p><p>b</p></li></ul>",
		"<ul><li><p>a</p>\n<p>b</p></li></ul>",
	],
	["a target of its own", '<p id="x"></p><p>a</p>', '<p><a id="x"></a>a</p>'],
	[
		"a target before a table",
		'<a name="x"></a><table border=1><tr><td>a<td>b<tr><td>c<td>d</table>',
		'<table><tr><td><a id="x"></a>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>',
	],
	[
		"a table that says it is layout",
		"<table role=presentation><tr><td>a<td>b<tr><td>c<td>d</table>",
		"<p>a</p>\n<p>b</p>\n<p>c</p>\n<p>d</p>",
	],
	[
		"a table of one row whose cells have a border",
		'<table><tr><td style="border-left: 1px solid black">a<td style="border-top: 1px solid">b</table>',
		"<table><tr><td>a</td><td>b</td></tr></table>",
	],
	[
		"a table of one row whose borders are not drawn",
		'<table style="border: 0 solid"><tr><td style="border: none">a<td>b</table>',
		"<p>a</p>\n<p>b</p>",
	],
	[
		"a table of data in one of layout",
		"<table><tr><td><table><tr><th>a<td>b</table></table>",
		"<table><tr><th>a</th><td>b</td></tr></table>",
	],
	[
		"a table of layout with a table of data in one of its rows",
		"<table><tr><td>a<tr><td>b<td><table><tr><th>c<td>d</table></table>",
		"<p>a</p>\n<p>b</p>\n<table><tr><th>c</th><td>d</td></tr></table>",
	],
	[
		"a table of data in a cell of another",
		"<table><tr><td>a<td>b<tr><td>c<td><table><tr><td>d<td>e<tr><td>f<td>g</table></table>",
		"<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td><table><tr><td>d</td><td>e</td></tr><tr><td>f</td><td>g</td></tr></table></td></tr></table>",
	],
	[
		"a table whose cells hold tags without an end",
		"<table border=1><tr><td><b>a<td><font size=2><i>b<tr><td><b>c</b><td>d</table>",
		"<table><tr><td><strong>a</strong></td><td><em>b</em></td></tr>" +
			"<tr><td><strong>c</strong></td><td>d</td></tr></table>",
	],
	[
		"a table and a list of boxes",
		"<div role=table><div role=row><span role=columnheader>a</span><span role=columnheader>b</span></div>" +
			"<div role=row><div role=cell>c</div><div role=cell>d</div></div></div>" +
			"<div role=list><div role=listitem>e</div></div>",
		"<table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr></table>\n<ul><li>e</li></ul>",
	],
	[
		"text beside the cells of a table",
		"<table border=1>x<tr><td>a<td>b</table>",
		"<p>x</p>\n<table><tr><td>a</td><td>b</td></tr></table>",
	],
	[
		"a folding part",
		"<details open><summary>a</summary>b</details>",
		'<details open=""><summary>a</summary>\n<p>b</p></details>',
	],
	[
		"a text from right to left",
		"<div dir=rtl lang=ar><p>a</p></div>",
		'<div dir="rtl" lang="ar"><p>a</p></div>',
	],
	[
		"a picture",
		'<div><img src="/a.png" alt="A"></div>',
		'<p><img src="/a.png" alt="A" loading="lazy" /></p>',
	],
])("%s", (_, source, page) => {
	expect(html(source)).toBe(page);
});

test.each([
	["HTML", "*a*", "html", "<p>*a*</p>"],
	["Markdown", "<p>*a</p>\n\n    b*", "markdown", "<p>*a</p>\n<pre><code>b*\n</code></pre>"],
] as const)("the author's choice of %s holds", (_, source, format, page) => {
	expect(html(source, { format })).toBe(page);
});

test("a block of HTML in Markdown is read as HTML, whatever blank lines it has", () => {
	const block =
		"<div>\n\n      <h2>Data</h2>\n\n      <ul>\n\n        <li>a</li>\n\n      </ul>\n\n</div>";
	expect(html(`# Privacy\n\n*Hello*\n\n${block}\n\n- b`, {})).toBe(
		'<h2 id="privacy">Privacy</h2>\n<p><em>Hello</em></p>\n<h3 id="data">Data</h3>\n' +
			"<ul><li>a</li></ul>\n<ul>\n<li>b</li>\n</ul>",
	);
});

test("500 kB of a generator's export take much less than a render may", () => {
	const source = readFileSync(path.join(DOCUMENTS, "termly.en.html"), "utf8");
	const large = source.repeat(Math.ceil(500_000 / source.length));
	// The time of the processor, because a busy machine takes turns away.
	const started = process.cpuUsage();
	const { headings } = renderSource(large);
	const { user, system } = process.cpuUsage(started);
	expect((user + system) / 1_000).toBeLessThan(5_000);
	expect(headings.length).toBeGreaterThan(300);
});

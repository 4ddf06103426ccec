import { expect, test } from "vitest";
import { textOfMailHtml } from "./mail-html.ts";

test.each([
	["", ""],
	["Hello", "Hello"],
	["a<br>b<br><br>c", "a\nb\n\nc"],
	["<div>a</div><div><br></div><div>b</div>", "a\n\nb"],
	["<p>a</p><p>b</p>", "a\n\nb"],
	["<p style='margin:0'>a</p><p style='margin:0'>b</p>", "a\nb"],
	["<p class=MsoNormal>a</p><p class=MsoNormal>&nbsp;</p><p class=MsoNormal>b</p>", "a\n\nb"],
	["a\n  b\tc", "a b c"],
	["<b>a</b> <i> b</i>", "a b"],
	["<pre>a\n  b</pre>", "a\n  b"],
	["<ul><li>a<li>b</ul>", "- a\n- b"],
	["<ol><li>a<ul><li>b</ul><li>c</ol>", "1. a\n- b\n2. c"],
	["<h1>a</h1>b", "a\n\nb"],
	["a<hr>b", `a\n${"_".repeat(32)}\nb`],
	["a<blockquote>b<blockquote>c</blockquote></blockquote>d", "a\n\n> b\n>\n> > c\n\nd"],
	["1 &lt; 2 &amp;&amp; &#x1F600;", "1 < 2 && 😀"],
	['<a href="https://a.example/x">here</a>', "here <https://a.example/x>"],
	['<a href="https://www.a.example/">a.example</a>', "a.example"],
	['<a href="mailto:a@b.example">a@b.example</a>', "a@b.example"],
	['<a href="javascript:alert(1)">here</a>', "here"],
	['<a href="https://a.example/"><img alt="" src="x"></a>', ""],
	['<img src="cid:1" alt="photo.png"> a', "photo.png a"],
	["<head><title>t</title><style>p{}</style></head><body>a<script>x</script></body>", "a"],
	['<div style="display: none">secret</div><span hidden>x</span>a', "a"],
	['<div style="display:none"><p>x<br>y<div>z</div></div>a', "a"],
	["<!-- x --><![if !mso]>a<![endif]>", "a"],
	["a</div></p></blockquote>b", "a\n\nb"],
	["<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"],
	["<div>a<div>b", "a\nb"],
])("the HTML %j says %j", (html, text) => {
	expect(textOfMailHtml(html)).toBe(text);
});

test.each([
	["quotations in quotations", "<blockquote>a".repeat(50_000)],
	["elements in elements", "<div>".repeat(200_000)],
	["links that do not end", '<a href="https://a.example">a'.repeat(50_000)],
	["a picture in an address", `a<img src="data:image/png;base64,${"A".repeat(5_000_000)}">`],
	["blank lines", "<br>".repeat(500_000)],
])("HTML with %s is read in a moment and gives at most 300,000 characters", (_, html) => {
	const start = performance.now();
	expect(textOfMailHtml(html).length).toBeLessThan(300_000);
	expect(performance.now() - start).toBeLessThan(10_000);
});

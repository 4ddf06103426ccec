import { describe, expect, test } from "vitest";
import { renderSource } from "#app/platform/markdown/render.ts";
import { readDocuments } from "../../../tests/corpus/documents.ts";
import { factsOfHtml } from "../../../tests/corpus/facts.ts";
import { plainTextOf } from "./plain-text.ts";

const PAGE = "https://smallprint.example/acme/notes/privacy";
const textOf = (source: string) => plainTextOf(renderSource(source).html, PAGE);

describe("the plain text of a document", () => {
	test.each([
		["paragraphs", "One\nline.\n\nTwo,  \nbroken.", "One line.\n\nTwo,\nbroken.\n"],
		[
			"headings",
			"# Policy\n\nText.\n\n## A part\n\nMore.",
			"Policy\n======\n\nText.\n\nA part\n------\n\nMore.\n",
		],
		["a heading in wide letters", "## 隐私\n\nx", "隐私\n====\n\nx\n"],
		["a list", "Things:\n\n- a\n- b\n\nEnd.", "Things:\n\n- a\n- b\n\nEnd.\n"],
		["a loose list", "- a\n\n  more of a\n- b", "- a\n\n  more of a\n\n- b\n"],
		["a list in a list", "1. a\n   - x\n   - y\n2. b", "1. a\n   - x\n   - y\n2. b\n"],
		["a list that begins with a list", "- - a\n  - b", "-\n  - a\n  - b\n"],
		["numbers from 9", "9. a\n10. b\n\n    more", "9. a\n\n10. b\n\n    more\n"],
		["letters", '<ol type="a" start="26"><li>x</li><li value="30">y</li></ol>', "z. x\nad. y\n"],
		["Roman numbers", '<ol type="I" start="4"><li>x</li></ol>', "IV. x\n"],
		["a quotation", "So:\n\n> a\n>\n> b\n\nEnd.", "So:\n\n> a\n>\n> b\n\nEnd.\n"],
		["terms", "<dl><dt>Data</dt><dd>What we<br>keep</dd></dl>", "Data\n  What we\n  keep\n"],
		["code", "```\nif x:\n    y\n```", "if x:\n    y\n"],
		["a rule", "a\n\n---\n\nb", "a\n\n---\n\nb\n"],
		["a table", "| a | b |\n|---|---|\n| 1 | |\n| 2 | 3 |", "a | b\n1 |\n2 | 3\n"],
		[
			"lines and lists in a cell",
			"<table><tr><th>Who</th><th>What</th></tr><tr><td>A St<br>B Town</td><td><ul><li>x</li><li>y</li></ul></td></tr></table>",
			"Who | What\nA St / B Town | - x / - y\n",
		],
		[
			"a cell alone",
			"<table><tr><td><b>a</b><br>b</td></tr><tr><th>c</th></tr></table>",
			"a\nb\nc\n",
		],
		[
			"a link",
			"See [our page](https://a.example/x?y=1&z).",
			"See our page <https://a.example/x?y=1&z>.\n",
		],
		[
			"a relative link",
			"[Terms](terms#a)",
			"Terms <https://smallprint.example/acme/notes/terms#a>\n",
		],
		[
			"a bare address",
			"https://a.example/ and www.b.example",
			"https://a.example/ and www.b.example\n",
		],
		[
			"a mail address",
			"Write to [us](mailto:a@b.example) or c@d.example",
			"Write to us <a@b.example> or c@d.example\n",
		],
		["a link within the page", "# A\n\n[see A](#a)", "A\n=\n\nsee A\n"],
		["a picture", "![Our logo](/x.png)![](/y.png)", "[Our logo]\n"],
		["what was struck out", "~~not~~ sold", "~~not~~ sold\n"],
		["raised numbers", "10<sup>6</sup>, m<sup>2</sup>, 1<sup>st</sup>", "10^6, m2, 1st\n"],
		["a footnote", "Kept[^1].\n\n[^1]: A year.", "Kept[1].\n\n---\n\n1. A year.\n"],
		["signs", "a &lt;b&gt; &amp;amp; c", "a <b> &amp; c\n"],
		["details", "<details><summary>More</summary><p>Inside</p></details>", "More\n\nInside\n"],
		["a quoted word", "<q>so</q>", "“so”\n"],
		["nothing", "", ""],
	])("has %s", (_, source, text) => {
		expect(textOf(source)).toBe(text);
	});

	test.each(readDocuments().map((document) => [document.name, document.language, document]))(
		"%s (%s) has every word of its page, in the same order",
		(_name, _language, { source }) => {
			const html = renderSource(source).html.replace(/ type="[aAiI]"/g, "");
			const shown = html
				.replace(/<a [^<>]*>\u21a9\uFE0E<\/a>/g, "")
				.replace(/<img [^<>]*alt="([^"]*)"[^<>]*>/g, "$1");
			const text = plainTextOf(html, PAGE);
			const words = text.replace(/ <[^<>\s]+>/g, "").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
			const expected = factsOfHtml(shown, { countsItems: true }).words;
			expect(words.map((word) => word.normalize("NFC"))).toEqual(expected);
		},
	);

	test.each([
		["links in one paragraph", '<a href="https://a.example">x</a>', "<p>", "</p>"],
		["cells in one row", "<td>a<br>b</td>", "<table><tr>", "</tr></table>"],
		["items in one list", "<li>a</li>", "<ul>", "</ul>"],
	])("of %s takes a time in proportion to their number", (_what, piece, before, after) => {
		const made = (length: number) => before + piece.repeat(length / piece.length) + after;
		const timeOf = (html: string) => {
			// A busy machine takes turns away from what lasts long, and not from what is done in one.
			const started = process.cpuUsage();
			plainTextOf(html, PAGE);
			const { user, system } = process.cpuUsage(started);
			return user + system;
		};
		const [small, large] = [made(50_000), made(1_000_000)];
		timeOf(small);
		const short = Math.min(timeOf(small), timeOf(small), timeOf(small));
		expect(Math.min(timeOf(large), timeOf(large))).toBeLessThan(100 * short);
	});
});

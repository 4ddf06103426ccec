import { expect, test } from "vitest";
import { renderSource } from "./render.ts";

function html(source: string): string {
	return renderSource(source).html.trim().replaceAll(' dir="auto"', "");
}

test.each([
	["Write to <john at example dot com>.", "<p>Write to &lt;john at example dot com&gt;.</p>"],
	["<Company Name> is **us**.", "<p>&lt;Company Name&gt; is <strong>us</strong>.</p>"],
	["<Company Name>\n<Street 12>", "<p>&lt;Company Name&gt;\n&lt;Street 12&gt;</p>"],
	[
		"- <Name>\n- `<Name>`",
		"<ul>\n<li>&lt;Name&gt;</li>\n<li><code>&lt;Name&gt;</code></li>\n</ul>",
	],
	["> <Name>", "<blockquote>\n<p>&lt;Name&gt;</p>\n</blockquote>"],
	["A List<String> of names", "<p>A List&lt;String&gt; of names</p>"],
])("%s keeps its words in angle brackets", (source, shown) => {
	expect(html(source)).toBe(shown);
});

test.each(["<hr>", "<br>", "</details>", '<p align="center">Logo</p>', "<!-- a note -->"])(
	"reads a heading right below %s",
	(line) => {
		expect(html(`Text\n\n${line}\n## Data\nWe keep **nothing**.`)).toContain(
			'<h2 id="user-content-data">Data</h2>\n<p>We keep <strong>nothing</strong>.</p>',
		);
	},
);

test.each([
	["an element", "Press <kbd>Enter</kbd> <br> now", "<p>Press <kbd>Enter</kbd> <br /> now</p>"],
	["an unknown element that is closed", "It is <bdt>here</bdt>.", "<p>It is here.</p>"],
	["a tag with a value", "It is <path d='x'> here.", "<p>It is  here.</p>"],
	["an address", "<me@example.com>", '<p><a href="mailto:me@example.com">me@example.com</a></p>'],
])("%s in angle brackets is none of these words", (_, source, shown) => {
	expect(html(source)).toBe(shown);
});

test("shows 200 kB of words in angle brackets in time", () => {
	const started = performance.now();
	expect(renderSource("<x y> ".repeat(33_000)).text).toContain("<x y>");
	renderSource("<x y ".repeat(40_000));
	expect(performance.now() - started).toBeLessThan(30_000);
});

const POLICY = "# Privacy\n\nWe keep **nothing**.\n";
const SHOWN = /<h2 id="[^"]*">Privacy<\/h2>\n<p>We keep <strong>nothing<\/strong>\.<\/p>/;

test.each([
	["```markdown", "```"],
	["\n```md", "```\n\n"],
	["````markdown\n", "````"],
	["~~~ Markdown", "~~~"],
])("reads what stands between %j and %j, which hold the whole text", (opening, closing) => {
	expect(html(`${opening}\n${POLICY}${closing}`)).toMatch(SHOWN);
});

test("reads a page of HTML between the fences that hold it", () => {
	expect(html("```html\n<h2>Privacy</h2>\n<p>We keep <b>nothing</b>.</p>\n```")).toMatch(SHOWN);
});

test.each([
	["with words before it", `Your policy:\n\n\`\`\`markdown\n${POLICY}\`\`\``],
	["beside another", `\`\`\`md\n${POLICY}\`\`\`\n\nand\n\n\`\`\`md\n${POLICY}\`\`\``],
	["of another language", `\`\`\`js\n${POLICY}\`\`\``],
	["of no language", `\`\`\`\n${POLICY}\`\`\``],
])("shows a code fence %s as code", (_, source) => {
	expect(html(source)).toContain("<code># Privacy\n");
});

test("shows both as Markdown has it if the author chose Markdown", () => {
	const shown = (source: string) => renderSource(source, { format: "markdown" }).html;
	expect(shown(`\`\`\`md\n${POLICY}\`\`\``)).toContain("<code># Privacy\n");
	expect(shown("Dear <Name>,")).not.toContain("Name");
});

test.each([
	["**E-mail:**me", "<strong>E-mail:</strong>me"],
	["和/或**标准合同条款（SCCs）**进行", "和/或<strong>标准合同条款（SCCs）</strong>进行"],
	["에는 **주소(URL)**가 담겨", "에는 <strong>주소(URL)</strong>가 담겨"],
	["これは**「重要」**です", "これは<strong>「重要」</strong>です"],
	["**Outputs.**You and **we.**They", "<strong>Outputs.</strong>You and <strong>we.</strong>They"],
])("bold text may end in a mark before a letter: %s", (source, shown) => {
	expect(html(source)).toBe(`<p>${shown}</p>`);
});

test.each([
	"The price (with VAT**) and the fee**",
	"The price (with VAT*) and the fee*.",
	"2 ** 3 ** 4",
	"a ** b** c",
])("stars that mark a note stay: %s", (source) => {
	expect(html(source)).toBe(`<p>${source}</p>`);
});

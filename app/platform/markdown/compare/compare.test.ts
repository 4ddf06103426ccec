import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { xssPayloads } from "../../../../tests/fixtures/xss.ts";
import { renderSource } from "../render.ts";
import { blocksOf } from "./blocks.ts";
import { type Change, changesOf } from "./changes.ts";
import { compareHtml } from "./compare.ts";
import { htmlOf } from "./words.ts";

/** Compares two sources as the page does. Returns the marks as [-removed-] and {+added+}. */
function compare(before: string, after: string): string {
	const compared = compareHtml(renderSource(before).html, renderSource(after).html);
	if (compared.outcome !== "changed") return compared.outcome;
	return compared.html
		.replaceAll(/<span class="said" lang="en">(?:removed|added): <\/span>/g, "")
		.replaceAll(/<del>(.*?)<\/del>/g, "[-$1-]")
		.replaceAll(/<ins>(.*?)<\/ins>/g, "{+$1+}")
		.replaceAll(' dir="auto"', "");
}

const COMMON = "We keep your name and your e-mail address.";

describe("a comparison shows", () => {
	test.each([
		["nothing of texts that read the same", `${COMMON}`, `  ${COMMON}\n`, "same"],
		[
			"a replaced word, in its paragraph",
			"We keep your data for ten days.",
			"We keep your data for 30 days.",
			"<p>We keep your data for [-ten-] {+30+} days.</p>",
		],
		[
			"an added and a removed paragraph, whole",
			`${COMMON}\n\nWe sell nothing.`,
			`We have no tracker.\n\n${COMMON}`,
			`<p>{+We have no tracker.+}</p>\n<p>${COMMON}</p>\n<p>[-We sell nothing.-]</p>`,
		],
		[
			"where a link leads now",
			"See [our help page](https://example.com/a) for how to write.",
			"See [our help page](https://example.com/b) for how to write.",
			'<p>See [-<a href="https://example.com/a" rel="nofollow ugc noopener">our help page</a>-] {+<a href="https://example.com/b" rel="nofollow ugc noopener">our help page</a>+} for how to write.</p>',
		],
		[
			"an item with its bullet, and a numbered one with its number",
			"- one thing to keep\n- two\n\n1. first thing of all\n2. second",
			"- one thing to know\n- two\n\n1. first thing of any\n2. second",
			'<p class="item">• one thing to [-keep-] {+know+}</p>\n<p class="item">• two</p>\n<p class="item">1. first thing of [-all-] {+any+}</p>\n<p class="item">2. second</p>',
		],
		[
			"a row of a table in one line",
			"| What | How long |\n|---|---|\n| Name | a year |",
			"| What | How long |\n|---|---|\n| Name | a month |",
			'<p class="row">What | How long</p>\n<p class="row">Name | a [-year-] {+month+}</p>',
		],
		[
			"single characters of a script without spaces",
			"個人情報を収集します。",
			"個人情報を収集しません。",
			"<p>個人情報を収集しま[-す-]{+せん+}。</p>",
		],
		["two texts without anything in common as such", "Alpha beta.", "Gamma delta!", "apart"],
	])("%s", (_, before, after, expected) => {
		expect(compare(before, after)).toBe(expected);
	});

	test("unchanged paragraphs folded, but for the heading above a change", () => {
		const unchanged = `# Rights\n\nOne.\n\nTwo.\n\n## Storage\n\nThree.\n\nFour.\n\n`;
		const shown = compare(`${unchanged}For a year.`, `${unchanged}For a year, at most.`);
		expect(shown).toContain("3 paragraphs that did not change</summary>\n<h2>Rights</h2>");
		// One level below the page's title: the heading that it stood below is folded.
		expect(shown).toContain("</details><h2>Storage</h2><details>");
		expect(shown).toContain("2 paragraphs that did not change</summary>\n<p>Three.</p>");
		expect(shown).toContain("<p>For a year{+, at most+}.</p>");
	});
});

test("our own words run from left to right among a text that runs from right to left", () => {
	const unchanged = "<p>שלום.</p><p>אנחנו.</p><p>תודה.</p>";
	const compared = compareHtml(`${unchanged}<p>שנה.</p>`, `${unchanged}<p>שנה אחת.</p>`);
	expect(compared).toMatchObject({
		html: expect.stringContaining('dir="ltr">3 paragraphs that did not change</summary>'),
	});
});

const word = fc.constantFrom("we", "keep", "your", "data", "for", "a", "year", "*now*", "`x`");
const paragraph = fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" "));
const source = fc
	.array(fc.tuple(fc.constantFrom("", "# ", "- ", "> ", "1. "), paragraph), { maxLength: 12 })
	.map((blocks) => blocks.map(([mark, text]) => mark + text).join("\n\n"));

/** The words of one side of the changes, without the other's. */
function sideOf(changes: Change[], other: "added" | "removed"): string[] {
	return changes.flatMap((change) => {
		if (change.change === "same") return change.blocks.map(({ tokens }) => htmlOf(tokens));
		if (change.change === other) return [];
		if (change.change !== "changed") return [htmlOf(change.block.tokens)];
		const runs = change.words.filter((run) => run.change !== other);
		return [htmlOf(runs.flatMap(({ tokens }) => tokens))];
	});
}

const withoutSpace = (texts: string[]) => texts.map((text) => text.replaceAll(/\s/g, ""));

test("without what was removed, a comparison is the newer text, and else the older one", () => {
	fc.assert(
		fc.property(source, source, (before, after) => {
			const [old, now] = [before, after].map((text) => blocksOf(renderSource(text).html));
			const changes = changesOf(old ?? [], now ?? []) ?? [];
			const texts = (blocks = old) => blocks?.map(({ tokens }) => htmlOf(tokens)) ?? [];
			expect(withoutSpace(sideOf(changes, "removed"))).toEqual(withoutSpace(texts(now)));
			expect(withoutSpace(sideOf(changes, "added"))).toEqual(withoutSpace(texts(old)));
		}),
		{ numRuns: 50 },
	);
});

test("a comparison has no element and no address that the two texts haven't", () => {
	const parts = (html: string) => html.match(/<\w+|(?:href|src)="[^"]*"/g) ?? [];
	const ours = ["<p", "<pre", "<s", "<u", "<del", "<ins", "<span", "<details", "<summary"];
	for (const payload of xssPayloads.filter((_, at) => at % 5 === 0)) {
		const [before, after] = [`${COMMON}\n\n${payload}`, `${payload}\n\n${COMMON} Always.`].map(
			(text) => renderSource(text).html,
		) as [string, string];
		const compared = compareHtml(before, after);
		const shown = "html" in compared ? compared.html : "";
		const known = new Set([...ours, ...parts(before + after)]);
		expect(
			parts(shown).filter((part) => !known.has(part)),
			payload,
		).toEqual([]);
	}
});

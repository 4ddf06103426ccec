import { describe, expect, test } from "vitest";
import { findGaps, hasNewGaps, markGaps } from "./gaps.ts";
import { editFor, type Mark } from "./markdown-edit.ts";
import { countWords } from "./word-count.ts";

function gapsIn(text: string): string[] {
	return findGaps(text).map((gap) => gap.text);
}

describe("what is left to fill in", () => {
	test.each([
		["Write to [your address].", ["[your address]"]],
		["[App name] is made by [Your\nname].", ["[App name]", "[Your name]"]],
		["| [services] | [how long] |", ["[services]", "[how long]"]],
		["- [your name]\n- [x](y) [z]", ["[your name]", "[z]"]],
		["[[App name]]", ["[App name]"]],
		["<p>Made by [Company], see <a href='#[a]'>b</a></p>", ["[Company]"]],
		["[App name][Company]", ["[App name]", "[Company]"]],
		["5 < 6 [a] > 4", ["[a]"]],
		["[...] and [X]", ["[...]", "[X]"]],
	])("is found in %j", (text, gaps) => {
		expect(gapsIn(text)).toEqual(gaps);
	});

	test.each([
		"[a link](https://example.com) and ![a picture](a.png)",
		"[a text][ref] and [ref] and [Ref][]\n\n[ref]: https://example.com",
		"A note.[^1]\n\n[^1]: Its text.",
		"- [ ] to do\n- [x] done\n1. [X] done",
		"privacy[at]github[dot]com, they [sic] say\n\n[TOC]",
		"Regulation [2016], see [1] and [2, 3]",
		"`[code]` and\n\n```\n[more code]\n```\n",
		"\\[escaped\\]",
		"---\ntitle: A\ntags: [a, b]\n---\nText",
		"<style>a[href] { }</style><p title='[a]'>b</p><!-- [c] -->",
		"> [!NOTE]\n> Text",
		"[]",
		`[${"x".repeat(300)}]`,
		"[one\n\nother]",
	])("is not in %j", (text) => {
		expect(gapsIn(text)).toEqual([]);
	});

	test("is told with its place and the heading above it", () => {
		const text = "## Who\n\n[a]\n\n## Where\n\nIn [b].";
		const [one, other] = findGaps(text);
		expect(one).toMatchObject({ section: "Who" });
		expect(other).toMatchObject({ section: "Where" });
		expect(text.slice(other?.start, other?.end)).toBe("[b]");
	});

	test("is new unless the public text has it, too", () => {
		expect(hasNewGaps("[a]")).toBe(true);
		expect(hasNewGaps("[a] now", "once [a]")).toBe(false);
		expect(hasNewGaps("[a] [b]", "[a]")).toBe(true);
	});

	test("is found in time in proportion to a text's length", () => {
		for (const part of ["[", "[a", "```\n", "`[", "<", "<!--", "\\[", "[a]", "[a]["]) {
			const began = performance.now();
			findGaps(part.repeat(200_000 / part.length));
			expect([part, performance.now() - began < 2_000]).toEqual([part, true]);
		}
	});
});

/** Presses a button where | and | enclose the selection. Returns the text, with the new selection. */
function press(mark: Mark, marked: string): string {
	const [before = "", selected = "", after] = marked.split("|");
	const source = before + selected + (after ?? "");
	const end = before.length + (after === undefined ? 0 : selected.length);
	const edit = editFor(mark, source, before.length, end);
	const changed = source.slice(0, edit.start) + edit.text + source.slice(edit.end);
	const [from, to] = edit.select;
	return `${changed.slice(0, from)}|${changed.slice(from, to)}|${changed.slice(to)}`;
}

describe("a button of the editor", () => {
	test.each<[Mark, string, string]>([
		["Bold", "a |b| c", "a **|b|** c"],
		["Bold", "a **|b|** c", "a |b| c"],
		["Bold", "a | b |c", "a  **|b|** c"],
		["Bold", "a |", "a **|bold text|**"],
		["Heading", "a\nb|c", "a\n## bc||"],
		["Heading", "### b|c", "bc||"],
		["Heading", "|", "## ||"],
		["Heading", "|\nb", "## ||\nb"],
		["List", "|a\nb|\nc", "- a\n- b||\nc"],
		["List", "|- a\n- b|", "a\nb||"],
		["List", "|a\n- b|", "- a\n- b||"],
		["Link", "see |us| now", "see [us](|https://|) now"],
		["Link", "see |https://a.example/b|", "see [|link text|](https://a.example/b)"],
		["Link", "see |", "see [link text](|https://|)"],
	])("%s makes %j into %j", (mark, before, after) => {
		expect(press(mark, before)).toBe(after);
	});

	test("Table puts a table below the line, with an empty line on both sides", () => {
		for (const [text, before, after] of [
			["", "", "\n"],
			["One.\nTwo.", "One.\n\n", "\n\nTwo."],
			["One.\n\nTwo.", "One.\n\n", "\n\nTwo."],
		] as const) {
			const { start, end, text: made } = editFor("Table", text, 0, 0);
			const changed = text.slice(0, start) + made + text.slice(end);
			expect(changed.startsWith(`${before}| What | Why | How long |\n| --- |`)).toBe(true);
			expect(changed.endsWith(`|  |  |  |${after}`)).toBe(true);
		}
	});
});

test.each([
	["", 0],
	["## What we collect\n\n- **nothing**, isn't it?", 6],
	["| a | b |\n| --- | --- |", 2],
	["個人情報", 4],
	["سياسة الخصوصية", 2],
])("%j has %i words", (text, words) => {
	expect(countWords(text)).toBe(words);
});

test("gaps are marked in the preview, and nothing else that stands in brackets is", () => {
	const source = "[your\n name] & [A & B], [a link](/x), `[code]`, [1] and [your name]";
	const html =
		'<p title="[your name]">[your\n name] &amp; [A &amp; B], <a href="/x">a link</a>, <code>[code]</code>, [1] and [your name]</p>';
	expect(markGaps(html, source)).toBe(
		'<p title="[your name]"><mark>[your\n name]</mark> &amp; <mark>[A &amp; B]</mark>, <a href="/x">a link</a>, <code>[code]</code>, [1] and <mark>[your name]</mark></p>',
	);
	const many = "[gap] ".repeat(30_000);
	expect(markGaps(many, many)).toHaveLength(30_000 * 19);
});

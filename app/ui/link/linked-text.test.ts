import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { splitLinks } from "#app/platform/web-links.ts";
import { xssPayloads } from "../../../tests/fixtures/xss.ts";
import { LinkedText } from "./linked-text.tsx";

const OURS =
	/<a href="https?:\/\/[^"<>]*" target="_blank" rel="nofollow noopener noreferrer">|<\/a>/g;

function linksIn(text: string): string[] {
	return splitLinks(text).flatMap((part) => (typeof part === "string" ? [] : part.text));
}

describe("a message's text", () => {
	test.each([
		["See https://example.com/version.", ["https://example.com/version"]],
		["(https://en.wikipedia.org/wiki/Ink_(pen))", ["https://en.wikipedia.org/wiki/Ink_(pen)"]],
		[
			"http://a.example, https://b.example?x=1&y=2!",
			["http://a.example", "https://b.example?x=1&y=2"],
		],
		['<a href="https://a.example">x</a>', ["https://a.example"]],
		["HTTPS://A.EXAMPLE/Path", ["HTTPS://A.EXAMPLE/Path"]],
		["javascript:alert(1) ftp://a.example data:text/html,x mailto:a@b.example", []],
		["https://bank.example@evil.example/ https://u:p@evil.example", []],
		["https:// http://[ https://", []],
		["https://a.example/\u202eexe.txt", ["https://a.example/"]],
	])("links the addresses of %s", (text, links) => {
		expect(linksIn(text)).toEqual(links);
	});

	test("has no markup of its own but our links, whatever was written", () => {
		const attacks = xssPayloads.flatMap((payload) => [payload, `https://a.example/${payload}`]);
		for (const text of attacks) {
			const parts = splitLinks(text).map((part) => (typeof part === "string" ? part : part.text));
			expect(parts.join("")).toBe(text);
			const html = renderToStaticMarkup(createElement(LinkedText, { text }));
			expect(html.replace(OURS, "")).not.toMatch(/[<>]/);
		}
	});

	test("of 5,000 characters is split at once, however it repeats", () => {
		const started = performance.now();
		for (const text of [
			"https://".repeat(625),
			`https://a${")".repeat(4_990)}`,
			"http:".repeat(999),
		]) {
			splitLinks(text);
		}
		expect(performance.now() - started).toBeLessThan(5_000);
	});
});

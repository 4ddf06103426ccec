import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseShape } from "./accept.ts";
import { DOCUMENT_SHAPES, HUB_SHAPES, SHAPE_TYPES } from "./shapes.ts";

const choose = (accept: string | undefined) => chooseShape(accept, DOCUMENT_SHAPES);

describe("an Accept header", () => {
	test.each([
		["text/markdown", "md"],
		["text/plain", "txt"],
		["application/json", "json"],
		["application/atom+xml", "atom"],
		["Application/JSON; charset=utf-8", "json"],
		["text/markdown;variant=CommonMark;q=0.7, text/html;q=0.6", "md"],
		["text/markdown, text/html", "md"],
		["text/html, text/markdown", "md"],
		// What agents, axios, and feed readers send.
		["text/markdown, text/html;q=0.9, */*;q=0.1", "md"],
		["application/json, text/plain, */*", "json"],
		["application/atom+xml,application/rss+xml;q=0.9,text/html;q=0.7,*/*;q=0.5", "atom"],
		["application/json;q=0.2, text/plain;q=0.4", "txt"],
		["text/plain, */*", "txt"],
		["text/markdown, text/html;q=lots", "md"],
		["application/json ; Q = 0.5", "json"],
	])("%j chooses a shape: %s", (accept, shape) => {
		expect(choose(accept)).toBe(shape);
	});

	test.each([
		undefined,
		"",
		"*/*",
		"text/*",
		"application/*",
		"text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
		"text/xml,application/xml,application/xhtml+xml,text/html;q=0.9,text/plain;q=0.8,*/*;q=0.5",
		// lynx
		"text/html, text/plain, text/sgml, text/css, application/xhtml+xml, */*;q=0.01",
		"application/xml",
		"application/json;q=0",
		"application/json;q=0.000, */*",
		"application/json;q=oops",
		"application/json;q=2",
		"text/markdown;q=0.8, text/html",
		"application/json;q=0.5, */*",
		"application/json-seq, text/markdownish, text/plainest",
	])("%j chooses HTML", (accept) => {
		expect(choose(accept)).toBeNull();
	});

	test("chooses only what the page has", () => {
		expect(chooseShape("text/markdown, application/json;q=0.1", HUB_SHAPES)).toBe("json");
		expect(chooseShape("text/markdown", HUB_SHAPES)).toBeNull();
		expect(chooseShape("text/markdown", undefined)).toBeNull();
	});

	test("of 8 kB is read like any other", () => {
		const others = Array.from({ length: 900 }, (_, n) => `x/y${n}`).join(",");
		expect(choose(`${others},application/json`)).toBe("json");
		expect(choose(`${";".repeat(8_000)}application/json`)).toBeNull();
	});
});

test("a chosen type is named with a weight above 0, and no other type of the page weighs more", () => {
	const types = [...Object.values(SHAPE_TYPES), "text/html", "text/*", "*/*", "image/png"];
	const range = fc.tuple(fc.constantFrom(...types), fc.integer({ min: 0, max: 10 }));
	fc.assert(
		fc.property(fc.uniqueArray(range, { selector: ([type]) => type }), (ranges) => {
			const weights = new Map(ranges);
			const accept = ranges.map(([type, weight]) => `${type};q=${weight / 10}`).join(", ");
			const chosen = choose(accept);
			const html = weights.get("text/html") ?? weights.get("text/*") ?? weights.get("*/*") ?? 0;
			const named = Object.values(SHAPE_TYPES).map((type) => weights.get(type) ?? 0);
			if (chosen === null) {
				const best = Math.max(...named.filter((_, at) => at !== 1));
				expect(best === 0 || best < html).toBe(true);
			} else {
				const weight = weights.get(SHAPE_TYPES[chosen]) ?? 0;
				expect(weight).toBeGreaterThan(0);
				expect(weight).toBeGreaterThanOrEqual(html);
				if (named[1] !== html) expect(weight).toBe(Math.max(...named));
			}
		}),
	);
});

test("no text whatever fails to be read", () => {
	fc.assert(fc.property(fc.string(), (text) => void choose(`${text}, application/json, ${text}`)));
});

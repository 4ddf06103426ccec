import { describe, expect, test } from "vitest";
import { documentSlug, isReservedDocumentSlug } from "#app/documents/document-rules.ts";
import { PATTERNS } from "../../tests/kit/http/route-table.ts";
import { SLUG_MAX, slugify, uniqueSlug } from "./slug.ts";

describe("slugify", () => {
	test.each([
		["Privacy Policy", "privacy-policy"],
		["  Terms   of\tService\n", "terms-of-service"],
		["Terms & Conditions", "terms-conditions"],
		["--a -- b--", "a-b"],
		["my_app", "myapp"],
		["v2.0 (beta)", "v20-beta"],
		["100% free!", "100-free"],
		["ÀÉÎÕÜ", "aeiou"],
		["Café", "cafe"],
		["Cafe\u0301", "cafe"],
		["ﬁne ２０２６", "fine-2026"],
		["İstanbul", "istanbul"],
		["a\u00a0b\u3000c", "a-b-c"],
		["🌱 Pocket Garden 🌱", "pocket-garden"],
		["نهج الخصوصية v2", "v2"],
		["../../etc/passwd", "etcpasswd"],
		["<script>alert(1)</script>", "scriptalert1script"],
		["プライバシーポリシー", ""],
		["🌱🌱", ""],
		["___", ""],
		[" - - ", ""],
		["", ""],
		["\u200b", ""],
		["!?", ""],
	])("makes %j into %j", (typed, slug) => {
		expect(slugify(typed)).toBe(slug);
	});

	const FULL = `${"a".repeat(30)}-${"b".repeat(29)}`;

	test.each([
		["keeps a slug of exactly 60 characters", FULL, FULL],
		["keeps a word whole that ends exactly at the limit", `${FULL} more`, FULL],
		["cuts at the last dash before the limit", "word ".repeat(20), "word-".repeat(12).slice(0, -1)],
		["cuts within a word that is longer than the limit", "x".repeat(300), "x".repeat(SLUG_MAX)],
	])("%s", (_what, typed, slug) => {
		expect(slugify(typed)).toBe(slug);
	});

	test("is settled after one pass, whatever was typed", () => {
		for (const typed of ["Café -- Ünï", "a".repeat(100), "a-".repeat(60), "½ ㎏ ™ ǅ", "Straße"]) {
			const slug = slugify(typed);
			expect(slugify(slug)).toBe(slug);
			expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
			expect(slug.length).toBeLessThanOrEqual(SLUG_MAX);
		}
	});
});

describe("uniqueSlug", () => {
	function draw(slug: string, times: number): string[] {
		const taken = new Set<string>();
		for (let n = 0; n < times; n += 1) {
			taken.add(uniqueSlug(slug, (candidate) => taken.has(candidate)));
		}
		return [...taken];
	}

	test("answers a free slug as it is, and counts -1, -2, … up to the first free one", () => {
		expect(draw("privacy", 4)).toEqual(["privacy", "privacy-1", "privacy-2", "privacy-3"]);
	});

	test("stays within 60 characters without an outer dash, also with three digits", () => {
		for (const slug of ["x".repeat(60), `${"a".repeat(57)}-bc`, `${"a".repeat(58)}-b`]) {
			const drawn = draw(slug, 150);
			expect(drawn).toHaveLength(150);
			for (const candidate of drawn) {
				expect(candidate.length).toBeLessThanOrEqual(SLUG_MAX);
				expect(candidate).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
			}
		}
	});
});

describe("a document's slug", () => {
	test.each(["プライバシーポリシー", "___", "🌱"])("is document for the title %j", (title) => {
		expect(documentSlug(title)).toBe("document");
	});

	test("is reserved where the app's own pages are", () => {
		expect(isReservedDocumentSlug(documentSlug("Documents"))).toBe(true);
		expect(isReservedDocumentSlug(documentSlug("FORMS"))).toBe(true);
		expect(isReservedDocumentSlug(documentSlug("Privacy Policy"))).toBe(false);
	});

	test("is reserved for each segment that a page of the app's own has in its place", () => {
		const segments = PATTERNS.flatMap(
			(pattern) => /^:accountSlug\/:appName\/([^:/]+)/.exec(pattern)?.[1] ?? [],
		);
		expect(segments).toContain("forms");
		for (const segment of segments) expect(isReservedDocumentSlug(segment), segment).toBe(true);
	});
});

import { describe, expect, test } from "vitest";
import { isContentWithinLimit, previewOf } from "./document-rules.ts";
import { createDocumentSchema, documentSchema, updateDocumentSchema } from "./schema.ts";

const REQUIRED = "Please provide both a title and content.";
const TOO_LONG =
	"This text is longer than 200 kB. Please shorten it, or split it into two documents.";
const REQUEST_ID = "0b7d8d2e-4f3a-4c7e-9f5e-2d1c0b9a8f7e";

function faults(title: unknown, content: unknown): (string | undefined)[] {
	const result = documentSchema.safeParse({ title, content });
	return result.success ? [] : result.error.issues.map((issue) => issue.message);
}

describe("the content of a document", () => {
	test("may have 200,000 bytes of UTF-8 and not one more", () => {
		expect(isContentWithinLimit("a".repeat(200_000))).toBe(true);
		expect(isContentWithinLimit("a".repeat(200_001))).toBe(false);
	});

	test("is counted in bytes, not in characters", () => {
		expect(isContentWithinLimit("é".repeat(100_000))).toBe(true);
		expect(isContentWithinLimit(`${"é".repeat(100_000)}a`)).toBe(false);
		expect(isContentWithinLimit("🌱".repeat(50_000))).toBe(true);
		expect(isContentWithinLimit("🌱".repeat(50_001))).toBe(false);
		expect(isContentWithinLimit("文".repeat(66_667))).toBe(false);
	});

	test("is refused with a sentence that says what to do when it is longer", () => {
		expect(faults("Privacy", "a".repeat(200_000))).toEqual([]);
		expect(faults("Privacy", "文".repeat(66_667))).toEqual([TOO_LONG]);
	});

	test("of many ASCII characters is refused in the same words", () => {
		expect(faults("Privacy", "a".repeat(200_001))).toContain(TOO_LONG);
	});
});

describe("a document", () => {
	test.each([
		["", "text"],
		["Privacy", ""],
		["  ", "text"],
		["Privacy", " \n\t"],
		[undefined, "text"],
		["Privacy", undefined],
	])("needs a title and a content: %j and %j", (title, content) => {
		expect(faults(title, content)).toEqual([REQUIRED]);
	});

	test("may have a title of 200 characters and not one more", () => {
		expect(faults("🌱".repeat(200), "text")).toEqual([]);
		expect(faults("x".repeat(201), "text")).toEqual(["Please use at most 200 characters."]);
		expect(faults("x".repeat(300), "text")).toEqual(["Please use at most 200 characters."]);
	});

	test("has its title on one line, and its content as it was typed", () => {
		const parsed = documentSchema.parse({ title: " A\n  title ", content: "  - a\n\n" });
		expect(parsed).toEqual({ title: "A title", content: "  - a\n\n" });
	});

	test("may have a title in any script", () => {
		for (const title of ["プライバシー", "سياسة الخصوصية", "🌱", "Documents"]) {
			expect(faults(title, "text")).toEqual([]);
		}
	});

	test("is created with the id that the page drew", () => {
		const given = { title: "Privacy", content: "text" };
		expect(createDocumentSchema.safeParse(given).success).toBe(false);
		expect(createDocumentSchema.safeParse({ ...given, request_id: REQUEST_ID }).success).toBe(true);
	});

	test.each(["", "0", "-1", "1.5", "x", "NaN", "Infinity", undefined])(
		"is saved over a revision, which %j is not",
		(revision) => {
			const given = { title: "Privacy", content: "text", revision };
			expect(updateDocumentSchema.safeParse(given).success).toBe(false);
		},
	);
});

describe("the preview of a document", () => {
	test("is the text when it has at most 200 characters", () => {
		expect(previewOf("")).toBe("");
		expect(previewOf("a".repeat(200))).toBe("a".repeat(200));
	});

	test("is cut to 200 characters, the dots included", () => {
		const cut = previewOf("a".repeat(201));
		expect([...cut]).toHaveLength(200);
		expect(cut).toBe(`${"a".repeat(199)}…`);
	});

	test("is cut before the word that does not fit", () => {
		const cut = previewOf("word ".repeat(100));
		expect(cut).toBe(`${Array(39).fill("word").join(" ")}…`);
	});

	test("never cuts an emoji in half", () => {
		const cut = previewOf("🌱".repeat(300));
		expect(cut).toBe(`${"🌱".repeat(199)}…`);
		expect(cut.isWellFormed()).toBe(true);
	});
});

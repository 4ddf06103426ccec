import { parseWithZod } from "@conform-to/zod/v4";
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
	test("may have 200,000 bytes of UTF-8, which are no characters, and not one more", () => {
		for (const most of ["a".repeat(200_000), "é".repeat(100_000), "🌱".repeat(50_000)]) {
			expect(isContentWithinLimit(most)).toBe(true);
			expect(isContentWithinLimit(`${most}a`)).toBe(false);
		}
		expect(isContentWithinLimit("文".repeat(66_667))).toBe(false);
	});

	test("is refused with a sentence that says what to do when it is longer", () => {
		expect(faults("Privacy", "a".repeat(200_000))).toEqual([]);
		expect(faults("Privacy", "文".repeat(66_667))).toEqual([TOO_LONG]);
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
		for (const longer of ["x".repeat(201), "x".repeat(300)]) {
			expect(faults(longer, "text")).toEqual(["Please use at most 200 characters."]);
		}
	});

	test("has its title on one line, and its content as it was typed", () => {
		const parsed = documentSchema.parse({ title: " A\n  title ", content: "  - a\n\n" });
		expect(parsed).toEqual({
			title: "A title",
			content: "  - a\n\n",
			note: "",
			slug: "",
			format: null,
		});
	});

	test("has the line breaks and page breaks of a word processor", () => {
		const { content } = documentSchema.parse({ title: "A", content: "a\vb\fc" });
		expect(content).toBe("a  \nb\n\nc");
	});

	test.each(["a\n\0b", "a\n\uFFFDb", "a\r\n\uD800b"])("names the place of %j", (content) => {
		expect(faults("Privacy", content)).toEqual([
			expect.stringContaining("The first one is in line 2, at character 1."),
		]);
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
	test.each([
		["is the text when that is empty", "", ""],
		["is the text when it has at most 200 characters", "a".repeat(200), "a".repeat(200)],
		["is cut to 200 characters, the dots included", "a".repeat(201), `${"a".repeat(199)}…`],
		["is cut before the word that does not fit", "word ".repeat(100), `${"word ".repeat(38)}word…`],
		["never cuts an emoji in half", "🌱".repeat(300), `${"🌱".repeat(199)}…`],
	])("%s", (_what, plain, preview) => {
		expect(previewOf(plain)).toBe(preview);
	});
});

describe("an address that an owner chooses", () => {
	const parse = (slug?: string) =>
		documentSchema.safeParse({ title: "プライバシー", content: "text", slug });

	test.each([
		[undefined, ""],
		["  ", ""],
		["privacy", "privacy"],
		[" Privacy  Policy ", "privacy-policy"],
		["a".repeat(60), "a".repeat(60)],
	])("%j becomes %j", (typed, slug) => {
		expect(parse(typed).data).toMatchObject({ slug });
	});

	test.each([
		["Datenschutzerklärung", /letters a to z.* How about "datenschutzerklarung"\?$/],
		["-privacy-", /How about "privacy"\?$/],
		["privacy--policy", /How about "privacy-policy"\?$/],
		["プライバシー", /digits and single dashes between them\.$/],
		["https://smallprint.example/a/b", /letters a to z/],
		["a".repeat(61), /at most 60 characters/],
		["documents", /page of Smallprint's own/],
		["FORMS", /page of Smallprint's own/],
	])("%j is refused with a sentence", (typed, sentence) => {
		const issues = parse(typed).error?.issues;
		expect(issues).toMatchObject([{ path: ["slug"], message: expect.stringMatching(sentence) }]);
	});
});

describe("the day from which a text applies, as a form posts it", () => {
	const parse = (fields: Record<string, string>) => {
		const formData = new FormData();
		const text = { title: "Terms", content: "text", revision: "1" };
		for (const [name, value] of Object.entries({ ...text, ...fields })) formData.set(name, value);
		return parseWithZod(formData, { schema: updateDocumentSchema });
	};

	test.each([
		[{}, undefined],
		[{ applies: "at_once" }, ""],
		[{ applies: "at_once", effective_on: "" }, ""],
		[{ applies: "from", effective_on: "2027-01-31" }, "2027-01-31"],
		[{ applies: "from", effective_on: " 2027-01-31 " }, "2027-01-31"],
		[{ effective_on: "2027-01-31" }, "2027-01-31"],
	])("%j is %j", (fields, effective_on) => {
		const { status, value } = parse(fields) as { status?: string; value?: object };
		expect([status, value]).toEqual(["success", expect.objectContaining({ effective_on })]);
	});

	test.each([
		[{ applies: "from", effective_on: "" }, /^Please say from which day/],
		[{ applies: "from", effective_on: "31.1.2027" }, /^Please give the day as year-month-day/],
		[{ applies: "at_once", effective_on: "2027-01-31" }, /^You gave a day, but chose “At once”/],
		[{ applies: "from", effective_on: "2999-01-01" }, /^Please give a day within the next two/],
	])("%j is refused with a sentence, beside those of other fields", (fields, sentence) => {
		const refused = expect.stringMatching(sentence);
		expect(parse({ ...fields, title: "" })).toMatchObject({
			error: { title: [REQUIRED], effective_on: [refused] },
		});
	});
});

import { describe, expect, test } from "vitest";
import { describeMoved, listCounts, plural } from "./count.ts";

describe("counts in a sentence", () => {
	test.each([
		[0, "0 forms"],
		[1, "1 form"],
		[12_345, "12,345 forms"],
	])("of %d is %s", (count, text) => {
		expect(plural(count, "form")).toBe(text);
	});

	test.each([
		[{ app: 2, document: 3, form: 1 }, "2 apps, 3 documents and 1 form"],
		[{ app: 1, document: 0, form: 4 }, "1 app and 4 forms"],
		[{ app: 0, document: 1, form: 0 }, "1 document"],
		[{ app: 0, document: 0, form: 0 }, ""],
	])("of several kinds, %j, name those that there are", (counts, text) => {
		expect(listCounts(counts)).toBe(text);
	});

	test("say nothing of a rename that moved nothing", () => {
		expect(describeMoved({ documents: 0, forms: 0 })).toBe("");
		expect(describeMoved({ documents: 1, forms: 2 })).toBe(
			"1 document and 2 forms moved; the old addresses lead to the new ones.",
		);
	});
});

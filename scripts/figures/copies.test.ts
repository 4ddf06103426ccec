import { describe, expect, test } from "vitest";
import { findCopies } from "./copies.ts";

/** A file with some lines of its own, and the given lines at the end. */
function fileOf(file: string, ...lines: string[]) {
	return { file, lines: [`const name = "${file}";`, ...lines] };
}

const block = Array.from({ length: 12 }, (_, number) => `step(${number}, "of the same");`);

describe("blocks that stand twice", () => {
	test("are found in two files, by their first lines, however they are indented", () => {
		const indented = block.map((line) => `\t\t${line}`);
		expect(findCopies([fileOf("a.ts", ...block), fileOf("b.ts", ...indented)], 12)).toEqual([
			{ length: 12, first: "a.ts:2", second: "b.ts:2" },
		]);
	});

	test("are found in one file", () => {
		expect(findCopies([fileOf("a.ts", ...block, "const between = 1;", ...block)], 12)).toEqual([
			{ length: 12, first: "a.ts:2", second: "a.ts:15" },
		]);
	});

	test("are told once, as long as they are", () => {
		const long = [...block, ...block.map((line) => line.replace("same", "rest"))];
		expect(findCopies([fileOf("a.ts", ...long), fileOf("b.ts", ...long)], 12)).toEqual([
			{ length: 24, first: "a.ts:2", second: "b.ts:2" },
		]);
	});

	test("are none below the limit", () => {
		const short = block.slice(1);
		expect(findCopies([fileOf("a.ts", ...short), fileOf("b.ts", ...short)], 12)).toEqual([]);
	});

	test("are none where only imports, brackets and blank lines make them long enough", () => {
		const imports = ["import fs from 'node:fs';", "import {", "\tone,", "\tother,", '} from "x";'];
		const lines = [...imports, "", ...block.slice(1), "});", ""];
		expect(findCopies([fileOf("a.ts", ...lines), fileOf("b.ts", ...lines)], 12)).toEqual([]);
	});

	test("are none where a line repeats itself", () => {
		const lines = Array.from({ length: 20 }, () => "again();");
		expect(findCopies([fileOf("a.ts", ...lines)], 12)).toEqual([]);
	});
});

import { describe, expect, test } from "vitest";
import { csvLine } from "./csv.ts";

describe("a line of CSV", () => {
	test("ends as RFC 4180 says, with commas between its cells", () => {
		expect(csvLine(["a", "", "c d"])).toBe("a,,c d\r\n");
	});

	test.each([
		["a,b", '"a,b"'],
		['say "hi"', '"say ""hi"""'],
		["two\nlines", '"two\nlines"'],
		["two\r\nlines", '"two\r\nlines"'],
		["🌱 Grüße", "🌱 Grüße"],
	])("holds %j as one cell", (cell, written) => {
		expect(csvLine([cell, "b"])).toBe(`${written},b\r\n`);
	});

	test.each([
		["=1+1", "'=1+1"],
		["+491234", "'+491234"],
		["-5", "'-5"],
		["@SUM(A1)", "'@SUM(A1)"],
		["＝1+1", "'＝1+1"],
		["＠SUM(A1)", "'＠SUM(A1)"],
		["\t=1+1", "'\t=1+1"],
		["\r=1+1", `"'\r=1+1"`],
		['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"`],
		["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
	])("lets no spreadsheet run %j", (cell, written) => {
		expect(csvLine([cell])).toBe(`${written}\r\n`);
	});

	test("leaves what only contains such a character as it was", () => {
		expect(csvLine(["a=b", "x-y", "jane@example.com"])).toBe("a=b,x-y,jane@example.com\r\n");
	});
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Skim, skimJson, skimMime } from "./skim.ts";

const MEGABYTE = 1024 * 1024;

/** Passes a text through in chunks of a size. */
function through(skim: Skim, text: string, size: number): string {
	const bytes = Buffer.from(text);
	const parts: Uint8Array[] = [];
	for (let at = 0; at < bytes.length; at += size) {
		parts.push(skim(bytes.subarray(at, at + size)).slice());
	}
	return Buffer.concat(parts).toString();
}

const short = (text: string) => [...text].slice(0, 9).join("");

describe("what is read of a large mail", () => {
	test("is all of a small one, in chunks of any size", () => {
		fc.assert(
			fc.property(fc.json(), fc.string(), fc.integer({ min: 1, max: 9 }), (json, text, size) => {
				expect(through(skimJson(), json, size)).toBe(json);
				const mail = `--${text}\r\n${json}`;
				expect(through(skimMime(), mail, size)).toBe(Buffer.from(mail).toString());
			}),
		);
	});

	test.each([
		["letters", "a".repeat(2 * MEGABYTE)],
		["escapes", '\\"\n\u0001'.repeat(MEGABYTE / 8)],
		["characters of several bytes", "é😀".repeat(MEGABYTE / 4)],
	])("is sound JSON with a string of %s cut short", (_, long) => {
		const files = Array.from({ length: 8 }, () => long);
		const given = { first: "short", files, last: "The text below." };
		const size = 64 * 1024 + 1;
		const read = JSON.parse(through(skimJson(), JSON.stringify(given), size)) as typeof given;
		expect([read.first, read.last, read.files.length]).toEqual(["short", "The text below.", 8]);
		expect(Buffer.byteLength(JSON.stringify(read))).toBeLessThan(5 * MEGABYTE);
		for (const one of read.files) {
			expect(long.startsWith(one)).toBe(true);
			expect(one.length).toBeGreaterThan(100);
			expect(short(one)).toBe(short(long));
		}
	});

	test("is each part of a mail as it is sent, cut short", () => {
		const film = `${"QUJD".repeat(19)}\r\n`.repeat(20_000);
		const parts = Array.from({ length: 20 }, (_, n) => `--b\r\nname: ${n}\r\n\r\n${film}`);
		const read = through(skimMime(), `Subject: x\r\n\r\n${parts.join("")}--b\r\n\r\nBelow`, 65_537);
		expect(Buffer.byteLength(read)).toBeLessThan(5 * MEGABYTE);
		expect(read.match(/^--b\r$/gm)).toHaveLength(21);
		expect(read.match(/^name: \d+\r$/gm)).toHaveLength(20);
		expect(read).toMatch(/\n--b\r\n\r\nBelow$/);
	});
});

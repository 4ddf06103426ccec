import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cutReply } from "./cut-reply.ts";

const MARKER = "— Write above this line —";
const ATTRIBUTION = "On Fri, Nov 6, 2026 at 10:00 AM Paperclip <mail@smallprint.example> wrote:";
const HEADERS = "From: Paperclip <mail@a.example>\nSent: Friday, 6 November 2026\nTo: jane";

const line = fc.oneof(
	fc.constantFrom("", " ", "-- ", "--", "> quoted", ">> twice", MARKER, `> ${MARKER}`),
	fc.constantFrom(ATTRIBUTION, HEADERS, "_".repeat(32), "Sent from my iPhone", "Re:"),
	fc.constantFrom("-----Original Message-----", "---------- Forwarded message ---------"),
	fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\n\r]/g, "")),
);
const mail = fc.array(line).map((lines) => lines.join("\n"));

function words(text: string): string[] {
	return text
		.split("\n")
		.map((words) => words.trim())
		.filter((words) => words !== "");
}

/** Returns whether all lines are among the others, in their order. */
function isWithin(lines: string[], others: string[]): boolean {
	let at = 0;
	for (const other of others) if (other === lines[at]) at += 1;
	return at === lines.length;
}

describe("a mail that is cut", () => {
	test("has each line in what was written or in the rest, in its order", () => {
		fc.assert(
			fc.property(mail, (text) => {
				const { written, rest } = cutReply(text);
				expect([...words(written), ...words(rest)].sort()).toEqual(words(text).sort());
				expect(isWithin(words(written), words(text))).toBe(true);
				expect(isWithin(words(rest), words(text))).toBe(true);
			}),
			{ numRuns: 1_000 },
		);
	});

	test("has words in what was written, if it has any", () => {
		fc.assert(
			fc.property(mail, (text) => {
				expect(cutReply(text).written.trim() === "").toBe(text.trim() === "");
			}),
		);
	});

	test("keeps what its writer wrote, whatever is quoted below our line", () => {
		fc.assert(
			fc.property(mail, (quoted) => {
				const { written } = cutReply(`It is a Pixel 8.\n\n${MARKER}\n${quoted}`);
				expect(written).toBe("It is a Pixel 8.");
			}),
		);
	});

	test("has at most 20,000 characters in what was written, and says that it goes on", () => {
		const text = "All work and no play 🎲 ".repeat(1_500).trimEnd();
		const { written, rest } = cutReply(`${text}\n\n${ATTRIBUTION}\n> Hello`);
		expect(written.length).toBeLessThanOrEqual(20_000);
		expect(written.isWellFormed() && rest.isWellFormed()).toBe(true);
		const [start = "", sentence] = written.split("\n\n");
		expect(sentence).toBe("[This mail goes on. Its rest stands with what was cut.]");
		expect(`${start}${rest}`).toBe(`${text}\n${ATTRIBUTION}\n> Hello`);
	});

	test("is kept up to 100,000 characters, and says that it was longer", () => {
		const { written, rest } = cutReply(`Hello\n\n${ATTRIBUTION}\n${"> quoted\n".repeat(20_000)}`);
		expect(written).toBe("Hello");
		expect(rest.length).toBeLessThan(100_100);
		expect(rest).toMatch(/\n\n\[This mail was longer\. What came after this was not kept\.\]$/);
	});

	test.each([
		["blank lines", "\n".repeat(100_000)],
		["colons", "a:\n".repeat(33_000)],
		["one line", "a".repeat(100_000)],
		["blank space", " ".repeat(100_000)],
		["angle brackets", "<".repeat(50_000) + ">".repeat(50_000)],
		["addresses", `${"<a@b.c>".repeat(140)}:\n`.repeat(100)],
		["attributions", `${ATTRIBUTION}\n`.repeat(1_200)],
		["headers", `${HEADERS}\n`.repeat(1_000)],
		["half of the headers", "From: a\nSent: b\n".repeat(6_000)],
		["signatures", "-- \n".repeat(25_000)],
		["quotations and words", "> a\nb\n".repeat(16_000)],
	])("is cut in a moment, though it is 100,000 characters of %s", (_, text) => {
		const start = performance.now();
		cutReply(text);
		expect(performance.now() - start).toBeLessThan(10_000);
	});
});

import { describe, expect, test } from "vitest";
import { FAQ, markMatches, searchFaq, searchText } from "./faq.ts";

const questionsFor = (query: string) =>
	searchFaq(searchText(query)).map(({ question }) => question);

describe("the questions of the help page", () => {
	test("are ten, each with an answer", () => {
		expect(FAQ).toHaveLength(10);
		expect(new Set(FAQ.map(({ question }) => question)).size).toBe(10);
		for (const { answer } of FAQ) expect(answer.join("")).not.toBe("");
	});

	test("are plain ASCII, so that a match stands where lower case has it", () => {
		for (const { question, answer } of FAQ) {
			expect([question, ...answer].join(" ")).toMatch(/^[\x20-\x7e]+$/);
		}
	});

	test("are found by a part of the question or of the answer, whatever the case", () => {
		const asked = ["How do I take my data with me?"];
		expect(questionsFor("take my data")).toEqual(asked);
		expect(questionsFor("EXPORT this list")).toEqual(asked);
		expect(questionsFor("xport thi")).toEqual(asked);
		expect(questionsFor("Export your data")).toEqual(asked);
	});

	test("are found whatever the white space and the quotes of the search", () => {
		expect(questionsFor("  take \n my\tdata ")).toHaveLength(1);
		expect(questionsFor("app’s name")).toEqual(questionsFor("app's name"));
		expect(questionsFor("app’s name")).toHaveLength(1);
	});

	test("are all there without a search, and none for what stands in no text", () => {
		expect(questionsFor(" ")).toHaveLength(10);
		expect(questionsFor("zebra")).toEqual([]);
		expect(questionsFor(".*")).toEqual([]);
	});
});

describe("marks", () => {
	test("stand at every match, and leave the text as it was", () => {
		expect(markMatches("Mail by mail", "mail")).toEqual([
			{ text: "Mail", isMatch: true },
			{ text: " by ", isMatch: false },
			{ text: "mail", isMatch: true },
		]);
		for (const { answer } of FAQ) {
			const text = answer.join(" ");
			const pieces = markMatches(text, "a");
			expect(pieces.map((piece) => piece.text).join("")).toBe(text);
			expect(pieces.some((piece) => piece.isMatch)).toBe(true);
		}
	});

	test("are none without a search or a match", () => {
		expect(markMatches("Mail", "")).toEqual([{ text: "Mail", isMatch: false }]);
		expect(markMatches("Mail", "post")).toEqual([{ text: "Mail", isMatch: false }]);
		expect(markMatches("", "post")).toEqual([]);
	});
});

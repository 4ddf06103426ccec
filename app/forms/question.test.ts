import { describe, expect, test } from "vitest";
import { later, MINUTE_MS } from "#app/platform/time.ts";
import { sumOf } from "../../tests/kit/question.ts";
import { askQuestion, judgeAnswer } from "./question.server.ts";

const NOW = new Date("2026-11-21T08:00:00.000Z");
const FORM = "form-1";

/** Asks a question until its sum is 7, which comes soon. */
function questionOfSeven() {
	for (let n = 0; n < 10_000; n += 1) {
		const question = answered();
		if (question.answer === "7") return question;
	}
	throw new Error("No question has the sum 7");
}

function answered() {
	const question = askQuestion(FORM, NOW);
	return { ...question, answer: sumOf(question.text) };
}

function judge(token: string, answer: string, { formId = FORM, now = NOW } = {}) {
	return judgeAnswer({ token, answer, formId }, now).verdict;
}

/** Every way in which Intl writes the digits from 0 to 9. */
const SCRIPTS = Intl.supportedValuesOf("numberingSystem");

describe("a question", () => {
	test.each(SCRIPTS)("takes its sum in the digits of %s", (numberingSystem) => {
		const { token, answer } = answered();
		const written = new Intl.NumberFormat("en", { numberingSystem }).format(Number(answer));
		expect(judge(token, written)).toBe("right");
	});

	test.each([
		["spaces of any kind", (sum: string) => `\u3000${sum.split("").join("\u00a0")}\u2009`],
		["the marks of bidirectional text", (sum: string) => `\u200f\u2067${sum}\u2069\u200e`],
		["a zero-width space", (sum: string) => `${sum}\u200b`],
	])("takes its sum with %s", (_what, write) => {
		const { token, answer } = answered();
		expect(judge(token, write(answer))).toBe("right");
	});

	test("says nothing of its numbers in the token", () => {
		const tokens = Array.from({ length: 50 }, () => askQuestion(FORM, NOW).token);
		for (const token of tokens) {
			const bytes = token
				.split(".")
				.map((part) => Buffer.from(part, "base64url").toString("latin1"));
			expect([token, ...bytes].join()).not.toMatch(/"[ab]"|form-1/);
		}
	});

	test("asks for the sum of two numbers from 1 to 10, each time another", () => {
		const questions = Array.from({ length: 500 }, () => askQuestion(FORM, NOW));
		for (const { text } of questions) expect(text).toMatch(/^What is \d+ \+ \d+\?$/);
		const numbers = questions.flatMap(({ text }) => (text.match(/\d+/g) ?? []).map(Number));
		expect(Math.min(...numbers)).toBe(1);
		expect(Math.max(...numbers)).toBe(10);
		expect(numbers).toHaveLength(1_000);
		expect(new Set(questions.map(({ token }) => token)).size).toBe(500);
	});

	test("is right once its sum comes, with its id and the moment when it may be forgotten", () => {
		const { id, answer, token } = answered();
		expect(judgeAnswer({ token, answer, formId: FORM }, NOW)).toEqual({
			verdict: "right",
			id,
			expiresAt: later(NOW, 15 * MINUTE_MS),
		});
	});

	test.each(["7", " 7 ", "７", "　７　", "7\r\n"])("whose sum is 7 takes %j", (answer) => {
		expect(judge(questionOfSeven().token, answer)).toBe("right");
	});

	test.each(["", " ", "8", "07", "7.0", "+7", "0x7", "7 7", "seven", "NaN", "3+4"])(
		"whose sum is 7 does not take %j",
		(answer) => {
			expect(judge(questionOfSeven().token, answer)).toBe("wrong");
		},
	);

	test("can be answered for 15 minutes and not a millisecond longer", () => {
		const { token, answer } = answered();
		const at = (ms: number) => judge(token, answer, { now: later(NOW, ms) });
		expect(at(15 * MINUTE_MS - 1)).toBe("right");
		expect(at(15 * MINUTE_MS)).toBe("stale");
	});

	test("is of one form only", () => {
		const { token, answer } = answered();
		expect(judge(token, answer, { formId: "form-2" })).toBe("stale");
	});

	test("that was altered is none", () => {
		const { token, answer } = answered();
		const flip = (at: number) => {
			const bytes = Buffer.from(token, "base64url");
			bytes[at] = (bytes[at] ?? 0) ^ 1;
			return bytes.toString("base64url");
		};
		const last = Buffer.from(token, "base64url").length - 1;
		const altered = [
			"",
			".",
			"null.null",
			token.slice(0, -2),
			`${token}AAAA`,
			"A".repeat(token.length),
			"é".repeat(token.length),
			...[0, 12, 28, last].map(flip),
		];
		for (const token of altered) expect(judge(token, answer), token).toBe("stale");
	});
});

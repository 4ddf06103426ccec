import { describe, expect, test } from "vitest";
import { ENGLISH, findingsOf } from "../../../tests/kit/checked.ts";

describe("placeholders", () => {
	test.each([
		"[Company Name]",
		"[your e-mail address]",
		"[INSERT DATE]",
		"{{company}}",
		"{% app_name %}",
		"%APP_NAME%",
		"<YOUR COMPANY>",
		"<insert name here>",
		"&lt;Your App Name&gt;",
		"INSERT NAME HERE",
		"YOUR COMPANY",
		"Your App Name",
		"TODO",
		"TBD",
		"XXX",
		"Lorem ipsum dolor",
		"https://example.com/privacy",
		"mail@yourdomain.com",
		"your@email.com",
		"name@provider.org",
		"Musterfirma",
		"株式会社〇〇",
		"【会社名を入力】",
		"［アプリ名］",
		"________",
		"(à compléter)",
	])("%s is a problem, with its place", (placeholder) => {
		const [finding, ...others] = findingsOf(
			"placeholder",
			`## Who we are\n\nThis is by ${placeholder} and nobody else.${ENGLISH}`,
		);
		expect(finding).toMatchObject({ state: "problem", place: { text: "Who we are" } });
		expect(others).toEqual([]);
	});

	test.each([
		"[a link](https://fernlight.app)",
		"[x] done",
		"We answer to-do lists, and example is a word.",
		"Volume XXIX and version 2.0",
		"a < b and c > d",
		"<b>bold</b> and <BR>",
	])("%s is none", (text) => {
		expect(findingsOf("placeholder", `- ${text}\n\n[1]: https://a.app${ENGLISH}`)).toEqual([]);
	});
});

test("a quote is short, and names the heading above it", () => {
	const [finding] = findingsOf(
		"placeholder",
		`# A\n\n${"word ".repeat(100)} {{x}} ${"word ".repeat(100)}`,
	);
	expect(finding?.quote).toMatch(/^… (?:word )+\{\{x\}\} (?:word )+…$/);
	expect(finding?.quote.length).toBeLessThan(180);
	expect(finding?.place).toMatchObject({ text: "A" });
});

test("170 kB without a heading and with 500 placeholders are checked whole", () => {
	const text = `Hello {{name}}, ${"these are many words of no matter. ".repeat(10)}`.repeat(500);
	const findings = findingsOf("placeholder", text);
	expect(findings.length).toBe(500);
	expect(findings.every(({ place }) => place === undefined)).toBe(true);
});

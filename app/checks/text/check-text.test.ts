import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { check, ENGLISH, findingsOf, stateOf } from "../../../tests/kit/checked.ts";
import { type About, CHECK_IDS } from "./finding.ts";

describe("other apps", () => {
	const otherAppNames = ["Mossgrove", "Notes", "Fern", "Fernlight Pro", "Abc"];
	test.each([
		["Mossgrove collects nothing.", ["Mossgrove"]],
		["Mossgrove's makers, and Mossgrove.", ["Mossgrove", "Mossgrove"]],
		["Mossgroves, mossgrove and Amossgrove.", []],
		["Notes that you write with Fernlight stay yours.", []],
		["Ferns and Abc.", []],
		["Fernlight Pro is more.", ["Fernlight Pro"]],
	])("in “%s” are found by whole, uncommon names: %j", (text, names) => {
		const found = findingsOf("other-app", text, { otherAppNames });
		expect(found.map(({ detail }) => detail)).toEqual(names);
	});
});

test.each<[string, Partial<About>, string]>([
	["privacy in the title", {}, "found"],
	["a title in another language", { title: "Datenschutzerklärung" }, "found"],
	["privacy in the address only", { title: "Legal" }, "found"],
	["neither", { title: "Legal", slug: "legal" }, "problem"],
	["a title of emoji", { title: "🔒🌿", slug: "document" }, "problem"],
])("a policy with %s", (_, about, state) => {
	expect(stateOf("title-says-privacy", "Text", about)).toBe(state);
});

test.each([
	["the app", "Fernlight is ours.", "found"],
	["the developer", "By ADA LOVELACE.", "found"],
	["nobody", "By us.", "missing"],
])("a text that names %s", (_, text, state) => {
	expect(stateOf("names-app", text)).toBe(state);
});

test("an app with a name of emoji is found by it", () => {
	expect(stateOf("names-app", "🌿 is an app.", { appName: "🌿", developerNames: [] })).toBe(
		"found",
	);
});

test.each([
	["an e-mail address", "Write to hello@fernlight.app.", "found"],
	["an e-mail address apart", "hello [at] fernlight dot app", "found"],
	["a form", "[Write](https://smallprint.app/ada/fernlight/forms/support)", "found"],
	["a page for contact", "[Write](https://fernlight.app/contact)", "found"],
	["a street", "12 Long Road, Cambridge", "found"],
	["a street in German", "Lange Straße 12, 10115 Berlin", "found"],
	["a place in Japan", "〒150-0001 東京都", "found"],
	["a link to another page", "[More](https://support.fernlight.app/kb/12)", "missing"],
	["none", "Nobody can be reached.", "missing"],
])("%s as a way to reach the developer", (_, text, state) => {
	expect(stateOf("contact", text)).toBe(state);
});

describe("days", () => {
	test.each([
		"2026-03-03",
		"3 March 2026",
		"March 3, 2026",
		"March 3rd, 2026",
		"3. März 2026",
		"3 mars 2026",
		"3 de marzo de 2026",
		"3 de março de 2026",
		"3 marzo 2026",
		"2026年3月3日",
		"03/03/2026",
		"3.3.2026",
	])("%s is a day", (day) => {
		expect(stateOf("dated", `Of ${day}`)).toBe("found");
	});

	test("a text without a day is dated by the day from which it applies", () => {
		expect(stateOf("dated", "Version 2 of the 2016 act")).toBe("missing");
		expect(stateOf("dated", "No day", { effectiveOn: "2026-05-01" })).toBe("found");
	});

	test.each<[string, Partial<About>, string | undefined]>([
		["Last updated: 1 May 2024", {}, "2026-03-03"],
		["**Last updated:** March 4, 2026", {}, undefined],
		["Last updated on 03/04/2026", { updatedOn: "2026-04-03" }, undefined],
		["Effective date: 1 May 2024", {}, undefined],
		["Effective date: 1 May 2024", { effectiveOn: "2026-05-01" }, "2026-05-01"],
		["Effective from 1 May 2026", { effectiveOn: "2026-05-01" }, undefined],
		["The directive of 27 April 2016", {}, undefined],
	])("“%s” with %j above it disagrees with %s", (text, about, day) => {
		expect(findingsOf("dates-agree", text + ENGLISH, about)[0]?.detail).toBe(day);
	});
});

test.each([
	["[a](http://fernlight.app)", "http://fernlight.app is not encrypted: use https."],
	["[a](https://localhost:3000/x)", "own machine"],
	["[a](https://127.0.0.1/x)", "own machine"],
	["[a](https://printer.local./x)", "own machine"],
	["[a](https://192.168.1.2/x)", "own machine"],
	["[a]()", "leads nowhere"],
	["[a](#)", "leads nowhere"],
	["[a](mailto:)", "leads nowhere"],
	['<a href="">a</a>', "leads nowhere"],
])("%s is a link that can't work", (source, said) => {
	expect(findingsOf("link-form", source + ENGLISH)).toEqual([
		expect.objectContaining({ state: "problem", detail: expect.stringContaining(said) }),
	]);
});

test.each([
	"[a](https://fernlight.app)",
	"www.fernlight.app",
	"[a](mailto:hello@fernlight.app)",
	"[a](https://www.test.de/datenschutz)",
	"[a](https://tel.local.ch)",
	"[a](https://10.example.com)",
	"## Part\n\n[a](#part)",
])("%s is a link that can work", (source) => {
	expect(findingsOf("link-form", source + ENGLISH)).toEqual([]);
});

test.each([
	"This privacy policy page was created at privacypolicytemplate.net",
	"[Generated](https://app-privacy-policy-generator.firebaseapp.com/) by a program",
	"Here is a privacy policy for your app:",
	"Certainly! Here's what you asked for.",
])("“%s” was left by a generator", (text) => {
	expect(stateOf("generator-left", text)).toBe("unsure");
});

test.each<[Partial<About>["kind"] & string, string, string | undefined, string | undefined]>([
	[
		"terms",
		"A subscription costs $2 a month and renews until you cancel it.",
		"missing",
		"the length",
	],
	["terms", "The monthly subscription costs $2. It renews until you cancel.", "found", undefined],
	["terms", "Nothing is for sale.", undefined, undefined],
])("%s with “%s”: %s", (kind, text, state, detail) => {
	const [finding] = findingsOf("subscription-terms", text + ENGLISH, { kind });
	expect([finding?.state, finding?.detail]).toEqual([state, detail]);
});

test.each([
	["We report CSAM. You can report it in the app.", "found"],
	["CSAM is forbidden.", "missing"],
	["Be nice.", "missing"],
])("child safety standards with “%s”: %s", (text, state) => {
	expect(stateOf("csae", text, { kind: "child_safety" })).toBe(state);
});

test.each([
	["No machine thinks here.", undefined],
	["The app sends your words to OpenAI with your consent.", "found"],
	["The app has AI.", "unsure"],
])("AI in “%s”: %s", (text, state) => {
	expect(stateOf("ai", text)).toBe(state);
});

test("deletion leads to the deletion page where there is one", () => {
	const deletionUrl = "https://smallprint.app/ada/fernlight/deletion";
	const text = "You may ask us to delete your data";
	expect(stateOf("deletion", text)).toBe("found");
	expect(stateOf("deletion", text, { deletionUrl })).toBe("unsure");
	for (const href of [deletionUrl, `${deletionUrl}/`, `${deletionUrl}?from=app#ask`]) {
		expect(stateOf("deletion", `[Ask](${href})`, { deletionUrl }), href).toBe("found");
	}
});

test("a text whose beginning is in another language than most of it is named", () => {
	const german = "Wir verarbeiten die Daten, die Sie uns geben, und wir geben sie nicht weiter. ";
	const [finding] = findingsOf("language", ENGLISH.repeat(20) + german.repeat(200));
	expect(finding?.detail).toBe("The page begins in English, and most of it is in German.");
});

test("in a language without word lists, only what needs no words is checked", () => {
	const { hasWords, language, findings } = check(
		"Gizlilik ve veriler için bir politika: bu uygulama kişisel verileri toplamaz, ve size ait olan her şey sizde kalır. [Company Name]",
		{ title: "Belge", slug: "belge" },
	);
	expect([hasWords, language]).toEqual([false, "tr"]);
	expect(findings.map(({ id, state }) => [id, state])).toEqual([
		["placeholder", "problem"],
		["title-says-privacy", "unsure"],
		["names-app", "missing"],
		["contact", "missing"],
		["dated", "missing"],
	]);
});

test("the page on checks has one line for each of them", () => {
	const page = fs.readFileSync("docs/checks.md", "utf8");
	const lines = [...page.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, id]) => id);
	expect(lines.toSorted()).toEqual([...CHECK_IDS].toSorted());
});

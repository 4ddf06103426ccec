import { describe, expect, test } from "vitest";
import { type KitDocument, pick, pickFor, questionsOf, readChoices } from "./choices.ts";

function document(id: string, kind: KitDocument["kind"], language: string | null): KitDocument {
	return { id, title: id, kind, language, url: `https://legal.example/${id}` };
}

const ENGLISH = document("english", "privacy", "en");
const GERMAN = document("german", "privacy", "de");
const SIMPLIFIED = document("simplified", "privacy", "zh");
const TRADITIONAL = document("traditional", "privacy", "zh");
const TERMS = document("terms", "terms", "en");

describe("the document of a kind", () => {
	test.each([
		["there is none", [TERMS], {}, null, 0],
		["there is one", [TERMS, GERMAN], {}, "german", 0],
		["there are two, and the first stands in", [ENGLISH, GERMAN], {}, "english", 2],
		["one of two was chosen", [ENGLISH, GERMAN], { privacy: "german" }, "german", 0],
		["the chosen one is gone", [ENGLISH, GERMAN], { privacy: "gone" }, "english", 2],
		["the chosen one has another kind now", [ENGLISH, TERMS], { privacy: "terms" }, "english", 0],
	])("%s", (_, documents, choices, id, undecided) => {
		const picked = pick(documents, "privacy", choices);
		expect([picked.document?.id ?? null, picked.undecided]).toEqual([id, undecided]);
	});
});

describe("the document for a localization", () => {
	test.each([
		["none is in its language", [ENGLISH, GERMAN], "fr-FR", {}, "english"],
		["one is", [ENGLISH, GERMAN], "de-DE", {}, "german"],
		[
			"two are, and one was chosen for the kind",
			[GERMAN, SIMPLIFIED, TRADITIONAL],
			"zh-Hant",
			{ privacy: "traditional" },
			"traditional",
		],
		[
			"two are, and one was chosen for it",
			[ENGLISH, SIMPLIFIED, TRADITIONAL],
			"zh-Hant",
			{ "privacy:zh-Hant": "traditional" },
			"traditional",
		],
		[
			"two are, and the first stands in",
			[ENGLISH, SIMPLIFIED, TRADITIONAL],
			"zh-Hant",
			{},
			"simplified",
		],
		["its language can't be told", [document("short", "privacy", null)], "de-DE", {}, "short"],
		["there is no document of the kind", [TERMS], "en-US", {}, undefined],
	])("%s", (_, documents, locale, choices, id) => {
		expect(pickFor(documents, "privacy", locale, choices).document?.id).toBe(id);
	});
});

test("the owner is asked wherever more than one document could stand, and nowhere else", () => {
	const keys = (documents: KitDocument[], locales: string[]) =>
		questionsOf(documents, locales, ["privacy", "terms"], {}).map(({ key }) => key);
	expect(keys([ENGLISH, TERMS], ["en-US"])).toEqual([]);
	expect(keys([ENGLISH, GERMAN], ["en-US", "de-DE"])).toEqual(["privacy"]);
	expect(keys([ENGLISH, SIMPLIFIED, TRADITIONAL], ["zh-Hans", "zh-Hant", "en-US"])).toEqual([
		"privacy",
		"privacy:zh-Hans",
		"privacy:zh-Hant",
	]);
	// The choice for the kind is that for the only language.
	expect(keys([SIMPLIFIED, TRADITIONAL], ["zh-Hans"])).toEqual(["privacy"]);
});

test("stored choices that are no texts are none", () => {
	expect(readChoices('{"privacy":"a","terms":3,"eula":null}')).toEqual({ privacy: "a" });
	for (const stored of ["null", "[]", "3", '"a"']) expect(readChoices(stored)).toEqual({});
});

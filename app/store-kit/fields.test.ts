import { expect, test } from "vitest";
import { DAY_MS } from "#app/platform/time.ts";
import { STORE_FIELDS } from "./fields.ts";
import { fieldsFor } from "./list.ts";
import { readLocales, STORE_LOCALES } from "./locales.ts";

/** A list of rules that nobody has looked at is worse than none. */
const OLDEST_MS = 180 * DAY_MS;

test.each(STORE_FIELDS)(
	"somebody has read the rule of $id at its source within 180 days",
	({ rule: { source, checkedOn } }) => {
		expect(checkedOn).toMatch(/^\d{4}-\d\d-\d\d$/);
		expect(Date.now() - Date.parse(checkedOn)).toBeLessThan(OLDEST_MS);
		expect(new URL(source).protocol).toBe("https:");
	},
);

test("each field has an id of its own, and says who needs it where not every app does", () => {
	expect(new Set(STORE_FIELDS.map(({ id }) => id)).size).toBe(STORE_FIELDS.length);
	for (const { id, isRequired, forWhom } of STORE_FIELDS) {
		expect([id, isRequired === true || forWhom !== undefined]).toEqual([id, true]);
	}
});

test.each([
	["privacy", ["apple-privacy", "play-privacy"]],
	["terms", ["apple-description"]],
	["eula", ["apple-license"]],
	["child_safety", ["play-child-safety"]],
	["cookies", []],
	["other", []],
] as const)("a document of the kind %s belongs into %j", (kind, ids) => {
	expect(fieldsFor(kind).map(({ id }) => id)).toEqual(ids);
});

test("the App Store has 50 localizations, and a list keeps those alone, each once", () => {
	expect(Object.keys(STORE_LOCALES)).toHaveLength(50);
	expect(readLocales(["en-US", "de-DE", "xx", "en-US", 3, null])).toEqual(["en-US", "de-DE"]);
	for (const nothing of [null, "en-US", {}, 3]) expect(readLocales(nothing)).toEqual([]);
});

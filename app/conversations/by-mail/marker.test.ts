import { expect, test } from "vitest";
import { MARKERS, markerIn } from "./marker.ts";

test.each([
	["en", "— Write above this line —"],
	["de", "— Über dieser Zeile schreiben —"],
	["fi", "— Write above this line —"],
	[null, "— Write above this line —"],
])("a mail in the language %j says %s", (language, line) => {
	expect(markerIn(language)).toBe(line);
	expect(MARKERS).toContain(line);
});

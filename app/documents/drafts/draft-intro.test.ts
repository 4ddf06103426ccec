import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { DraftIntro } from "./draft-intro.tsx";

const ANNOUNCED = { announcedAt: new Date("2026-11-21"), effectiveOn: "2027-01-31" };
const NEXT = '<a href="/ann/notes/terms/next">/ann/notes/terms/next</a>';

test.each([
	["publishes itself", null, " It publishes itself on 31 January 2027, 00:00 UTC."],
	["could not be published on it", "The app is full.", ""],
])("a text that was announced for a day and %s says what holds", (_, failure, day) => {
	const props = { draft: { ...ANNOUNCED, failure }, path: "/ann/notes/terms" };
	const html = renderToStaticMarkup(createElement(DraftIntro, props));
	expect(html).toBe(`Everybody can read it at ${NEXT}.${day}`);
});

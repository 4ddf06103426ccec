import { expect, test } from "vitest";
import type { OutsideAnswer } from "#app/platform/outside/fetch-outside.server.ts";
import { CRAWLERS, verdictOnPage, verdictOnRobots } from "./reach-verdict.ts";

const URL_OF_PAGE = "https://smallprint.example/acme/notes/privacy";
const PATHS = ["/acme/notes", "/acme/notes/privacy"];

function page(change: Partial<OutsideAnswer> = {}): OutsideAnswer {
	const headers = { "content-type": "text/html; charset=utf-8" };
	return { status: 200, url: URL_OF_PAGE, headers, text: "", tookMs: 140, ...change };
}

test("a page that answers at once, as HTML, by https and without a redirect is as it should be", () => {
	expect(verdictOnPage(page())).toEqual({
		state: "found",
		text: "It answers as a web page, without a redirect, in 0.1 s.",
	});
	expect(verdictOnPage(page({ tookMs: 2_000 })).state).toBe("found");
});

test.each<
	[string, Partial<OutsideAnswer> | "no connection" | "not secure" | "not readable", RegExp]
>([
	["a redirect", { status: 301, headers: { location: "https://a.example/" } }, /redirects \(301\)/],
	["another status", { status: 503 }, /503 in place of 200/],
	["another type", { headers: { "content-type": "application/pdf" } }, /but application\/pdf/],
	["no type", { headers: {} }, /no type/],
	["http", { url: "http://smallprint.example/" }, /no.* https address/],
	["a slow page", { tookMs: 2_001 }, /It took 2\.0 s/],
	["nothing", "no connection", /Nothing answers/],
	["a bad certificate", "not secure", /not secure/],
	["no web page", "not readable", /no web page/],
])("%s is a problem", (_what, change, text) => {
	const outcome = typeof change === "string" ? change : page(change);
	expect(verdictOnPage(outcome)).toMatchObject({
		state: "problem",
		text: expect.stringMatching(text),
	});
});

test.each(["not public", "no name server", "too slow", "too large", "busy"] as const)(
	'what is "%s" from here says nothing about the page',
	(fault) => expect(verdictOnPage(fault).state).toBe("unsure"),
);

test("the crawlers of Google, Meta and Apple are looked for in robots.txt", () => {
	const open = page({ text: "User-agent: *\nDisallow: /admin" });
	expect(verdictOnRobots(open, PATHS)).toEqual({
		state: "found",
		text: "robots.txt lets Googlebot, facebookexternalhit and Applebot read these pages.",
	});
	for (const crawler of CRAWLERS) {
		const shut = page({ text: `User-agent: ${crawler}\nDisallow: /acme/notes/privacy` });
		expect(verdictOnRobots(shut, PATHS)).toEqual({
			state: "problem",
			text: `robots.txt shuts out ${crawler}.`,
		});
	}
	const all = page({ text: "User-agent: *\nDisallow: /" });
	expect(verdictOnRobots(all, PATHS).text).toBe(
		"robots.txt shuts out Googlebot, facebookexternalhit and Applebot.",
	);
});

test.each([
	[404, "found"],
	[403, "found"],
	[302, "unsure"],
	[500, "problem"],
	[503, "problem"],
])("a robots.txt that answers %i is %s, as crawlers take it", (status, state) => {
	const shut = "User-agent: *\nDisallow: /";
	expect(verdictOnRobots(page({ status, text: shut }), PATHS).state).toBe(state);
	expect(verdictOnRobots("too slow", PATHS).state).toBe("unsure");
});

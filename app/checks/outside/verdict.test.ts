import { expect, test } from "vitest";
import type { OutsideAnswer, OutsideFault } from "#app/platform/outside/fetch-outside.server.ts";
import { type Verdict, verdictOnLink } from "./verdict.ts";

const LINK = "https://one.example/";

function answer(status: number, url = LINK): OutsideAnswer {
	return { status, url, headers: {}, text: "", tookMs: 1 };
}

test.each<[Verdict["state"], number[]]>([
	["found", [200, 201, 204, 206]],
	["problem", [400, 402, 404, 410, 418, 500, 501, 502, 504]],
	// Sites turn programs away, and serve browsers.
	["unsure", [401, 403, 405, 406, 408, 425, 429, 451, 503, 999]],
	// After as many redirects as are followed.
	["unsure", [300, 301, 302, 303, 304, 307, 308]],
])("a link is %s when its site says one of %j", (state, statuses) => {
	for (const status of statuses) {
		expect(verdictOnLink(LINK, answer(status))).toEqual({
			state,
			text: expect.stringContaining(`(${status})`),
		});
	}
});

test.each<[Verdict["state"], OutsideFault[]]>([
	["problem", ["not public", "no connection", "not secure", "not readable"]],
	// It may be our side, or a moment.
	["unsure", ["no name server", "too slow", "too large", "busy"]],
])("a link is %s when there is no answer for one of %j", (state, faults) => {
	for (const fault of faults) {
		expect(verdictOnLink(LINK, fault)).toEqual({ state, text: expect.stringMatching(/\.$/) });
	}
});

test("a link that leads elsewhere says which address answered", () => {
	const moved = "https://two.example/x";
	expect(verdictOnLink(LINK, answer(200, moved))).toMatchObject({ state: "found", at: moved });
	expect(verdictOnLink(LINK, answer(404, moved))).toMatchObject({ state: "problem", at: moved });
});

test.each([
	["https://one.example:8443/terms", "unsure"],
	["https://8.8.8.8/", "unsure"],
	["http://10.0.0.1:8080/", "problem"],
	["http://localhost:3000/", "problem"],
	["http://a.localhost:3000/", "problem"],
	["https://one.example/", "problem"],
])("%s, which is not asked, is %s", (link, state) => {
	expect(verdictOnLink(link, "not public").state).toBe(state);
});

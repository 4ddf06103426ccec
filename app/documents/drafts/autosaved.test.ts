import { expect, test } from "vitest";
import { readAutosaved } from "./autosaved.ts";

const SAVED = { id: "a", revision: 2, savedAt: "2026-11-22T10:00:00.000Z" };
const PAGE = "<!doctype html><title>That is too much at once</title>";

test("a saved draft is named by its id and its revision", () => {
	expect(readAutosaved(200, JSON.stringify(SAVED))).toEqual({ ...SAVED, isRefused: false });
});

test.each([
	[400, { error: "Please use at most 200 characters." }, /^Please use at most/, false],
	[409, { error: "This draft is announced." }, /^This draft is announced/, true],
	[404, { title: "App not found", text: "There is none." }, /^The draft could not be saved/, true],
	// The page for whoever is signed out, as JSON.
	[401, { title: "Please Log In", text: "To see it." }, /^You are signed out, .* not saved/, false],
])("a response of %i with %j says why nothing was saved", (status, answer, error, isRefused) => {
	const told = { error: expect.stringMatching(error), isRefused };
	expect(readAutosaved(status, JSON.stringify(answer))).toEqual(told);
});

test("a body that the server does not take is too long, and not a lost connection", () => {
	const error = expect.stringMatching(/^This text is longer than 200 kB/);
	expect(readAutosaved(413, PAGE)).toEqual({ error, isRefused: false });
});

test.each([
	[503, JSON.stringify({ error: "The server is busy." })],
	[500, PAGE],
	[200, PAGE],
])("a response of %i with %j may be another one later", (status, body) => {
	expect(readAutosaved(status, body)).toBeNull();
});

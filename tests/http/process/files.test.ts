import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { fileFinder } from "../../../server/files.ts";

describe("a request that waits for nobody, because it is for a built file,", () => {
	const isFile = fileFinder();

	test("is for any file that the build has", () => {
		const built = fs.readdirSync("build/client/assets").map((name) => `/assets/${name}`);
		expect([...built, "/favicon.svg"].filter((path) => !isFile(path))).toEqual([]);
	});

	test.each([
		"/assets/../dashboard",
		"/assets/./../dashboard",
		"/assets/%2e%2e/dashboard",
		"/assets/nothing.js",
		"/assets/",
	])("is not for %s", (path) => {
		expect(isFile(path)).toBe(false);
	});
});

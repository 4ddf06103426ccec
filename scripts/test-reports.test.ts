import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { readPlaywrightReport, readVitestReport } from "./test-reports.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-reports-"));
afterAll(() => fs.rmSync(folder, { recursive: true }));

function write(report: object): string {
	const file = path.join(folder, `${crypto.randomUUID()}.json`);
	fs.writeFileSync(file, JSON.stringify(report));
	return file;
}

test("a report of Vitest names each failed test, and a file that could not be loaded", () => {
	const of = (name: string, status: string, message: string, assertionResults: object[]) => ({
		...{ name, status, message, assertionResults },
	});
	const failed = { fullName: "it adds", status: "failed", failureMessages: ["expected 1\n  at a"] };
	const file = write({
		numPassedTests: 3,
		testResults: [
			of("a.test.ts", "failed", "", [{ fullName: "it is", status: "passed" }, failed]),
			of("b.test.ts", "failed", "Cannot find module\nmore", []),
			of("c.test.ts", "passed", "", [{ fullName: "it was", status: "passed" }]),
		],
	});
	expect(readVitestReport(file)).toEqual({
		passed: 3,
		failed: ["  a.test.ts: it adds\n    expected 1", "  b.test.ts\n    Cannot find module"],
	});
});

test("a report of Playwright names each failed test, also in suites of suites", () => {
	const spec = (title: string, status: string, message?: string) => ({
		...{ title, ok: status === "expected", file: "e2e/a.spec.ts" },
		tests: [{ projectName: "browser", status, results: [message ? { error: { message } } : {}] }],
	});
	const file = write({
		stats: { expected: 1 },
		suites: [
			{
				specs: [spec("opens", "expected"), spec("shuts", "unexpected", "Timed out\nat")],
				suites: [{ specs: [spec("turns", "flaky", "Not yet")] }],
			},
		],
	});
	expect(readPlaywrightReport(file)).toEqual({
		passed: 1,
		failed: [
			"  e2e/a.spec.ts, browser: shuts\n    Timed out",
			"  e2e/a.spec.ts, browser: turns\n    Not yet",
		],
	});
});

test("without a report, nothing passed", () => {
	const none = { passed: 0, failed: [] };
	expect(readVitestReport(path.join(folder, "none.json"))).toEqual(none);
	expect(readPlaywrightReport(path.join(folder, "none.json"))).toEqual(none);
});

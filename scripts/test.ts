/** `npm test`: runs everything, fastest checks first. The last line has the totals. */
import fs from "node:fs";
import path from "node:path";
import { findBrowser } from "./browser.ts";
import { findLiteFs } from "./litefs.ts";
import { build, generate, root, run } from "./run.ts";
import { findStripeMock } from "./stripe-mock.ts";

type Counts = { passed: number; failed: number };
type VitestReport = { numPassedTests: number; numFailedTests: number; success: boolean };
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number } };

const results = path.join(root, "test-results");
const total: Counts = { passed: 0, failed: 0 };

fs.rmSync(results, { recursive: true, force: true });
const isSound =
	step("generate", generate) &&
	step("types", () => run("react-router", ["typegen"]) && run("tsc", ["--noEmit"])) &&
	step("lint", () => run("biome", ["ci", "."]));
if (isSound) {
	step("figures", () => run("node", ["scripts/figures.ts"]));
	vitest("unit");
	if (findStripeMock()) vitest("stripe-mock");
	if (step("build", build)) {
		vitest("http");
		step("crash", () => rehearse("tests/crash/run.ts"));
		step("fuzz", () => rehearse("tests/fuzz/run.ts"));
		if (findLiteFs({ mayBuild: false }))
			step("cluster", () => rehearse("tests/cluster/run.ts", "--kills=1"));
		if (step("browser", findBrowser)) playwright();
	}
}
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);

function step(name: string, work: () => boolean): boolean {
	const started = performance.now();
	const isDone = work();
	process.stdout.write(`${isDone ? "ok" : "FAILED"}: ${name}, ${seconds(started)}\n`);
	if (!isDone) total.failed += 1;
	return isDone;
}

function vitest(project: string): void {
	const started = performance.now();
	const file = path.join(results, `${project}.json`);
	const isGreen = run("vitest", [
		"run",
		"--project",
		project,
		"--reporter=default",
		"--reporter=json",
		`--outputFile.json=${file}`,
	]);
	const report = readJson<VitestReport>(file);
	count(project, isGreen, {
		passed: report?.numPassedTests ?? 0,
		failed: report?.numFailedTests ?? 0,
	});
	process.stdout.write(`${project}: ${seconds(started)}\n`);
}

function playwright(): void {
	const started = performance.now();
	const isGreen = run("playwright", ["test"]);
	const stats = readJson<PlaywrightReport>(path.join(results, "playwright.json"))?.stats;
	// A test that passed on its second try has failed once.
	const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
	count("e2e", isGreen, { passed: stats?.expected ?? 0, failed });
	process.stdout.write(`e2e: ${seconds(started)}\n`);
}

/** Runs the short round of a command that has a longer one. */
function rehearse(script: string, ...more: string[]): boolean {
	return run("node", [script, "--short", ...more]);
}

/** Adds a runner's counts. A runner that fails without a failed test, or ran none, is a failure. */
function count(name: string, isGreen: boolean, { passed, failed }: Counts): void {
	const isBroken = failed === 0 && (!isGreen || passed === 0);
	if (isBroken) process.stdout.write(`FAILED: ${name} ended without a full run\n`);
	total.passed += passed;
	total.failed += isBroken ? 1 : failed;
}

function readJson<T>(file: string): T | null {
	return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, "utf8")) as T) : null;
}

function seconds(started: number): string {
	return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

/** `npm test`: runs everything, fastest checks first. The last line has the totals. */
import fs from "node:fs";
import path from "node:path";
import { findBrowser } from "./browser.ts";
import { findLiteFs } from "./litefs.ts";
import { build, generate, root, runAndKeep } from "./run.ts";
import { findStripeMock } from "./stripe-mock.ts";
import { type Report, readPlaywrightReport, readVitestReport } from "./test-reports.ts";

const results = path.join(root, "test-results");
const total = { passed: 0, failed: 0 };
/** What failed, to be said once more at the end, where a log that was cut still has it. */
const faults: string[] = [];
/** The last lines of the step's newest program. */
let lastLines = "";

fs.rmSync(results, { recursive: true, force: true });
const isSound =
	(await step("generate", generate)) &&
	(await step(
		"types",
		async () => (await run("react-router", ["typegen"])) && run("tsc", ["--noEmit"]),
	)) &&
	(await step("lint", () => run("biome", ["ci", "."])));
if (isSound) {
	await step("figures", () => run("node", ["scripts/figures.ts"]));
	if (await step("build", build)) {
		await vitest(["unit", "http", ...(findStripeMock() ? ["stripe-mock"] : [])]);
		await step("crash", () => rehearse("tests/crash/run.ts"));
		await step("fuzz", () => rehearse("tests/fuzz/run.ts"));
		if (findLiteFs({ mayBuild: false })) {
			await step("cluster", () => rehearse("tests/cluster/run.ts", "--kills=1"));
		}
		if (await step("browser", findBrowser)) await playwright();
	}
}
if (faults.length > 0) process.stdout.write(`\nFailed:\n${faults.join("\n")}\n\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed\n`);
process.exit(total.failed === 0 ? 0 : 1);

async function step(name: string, work: () => boolean | Promise<boolean>): Promise<boolean> {
	const started = performance.now();
	lastLines = "";
	const isDone = await work();
	process.stdout.write(`${isDone ? "ok" : "FAILED"}: ${name}, ${seconds(started)}\n`);
	if (!isDone) fail(`${name} failed`);
	return isDone;
}

/** Runs several projects at once: where one only waits, another works. */
async function vitest(projects: string[]): Promise<void> {
	const started = performance.now();
	const name = projects.join(", ");
	const file = path.join(results, "vitest.json");
	const isGreen = await run("vitest", [
		"run",
		...projects.map((project) => `--project=${project}`),
		"--reporter=default",
		"--reporter=json",
		`--outputFile.json=${file}`,
	]);
	count(name, isGreen, readVitestReport(file));
	process.stdout.write(`${name}: ${seconds(started)}\n`);
}

async function playwright(): Promise<void> {
	const started = performance.now();
	const isGreen = await run("playwright", ["test"]);
	count("e2e", isGreen, readPlaywrightReport(path.join(results, "playwright.json")));
	process.stdout.write(`e2e: ${seconds(started)}\n`);
}

/** Runs the short round of a command that has a longer one. */
function rehearse(script: string, ...more: string[]): Promise<boolean> {
	return run("node", [script, "--short", ...more]);
}

async function run(command: string, args: string[]): Promise<boolean> {
	const done = await runAndKeep(command, args);
	lastLines = done.lastLines;
	return done.isDone;
}

/** Adds what a runner reports. One that fails without a failed test, or ran none, is a failure. */
function count(name: string, isGreen: boolean, report: Report): void {
	total.passed += report.passed;
	total.failed += report.failed.length;
	faults.push(...report.failed);
	const isBroken = report.failed.length === 0 && (!isGreen || report.passed === 0);
	if (isBroken) fail(`${name} ended without a full run`);
}

function fail(what: string): void {
	total.failed += 1;
	faults.push(`${what}, and said last:\n${lastLines}`);
}

function seconds(started: number): string {
	return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

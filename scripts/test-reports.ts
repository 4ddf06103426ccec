/** Reads the reports that the test runners leave. */
import fs from "node:fs";

/** How many tests passed, and which failed, a line each: its name and the error's first line. */
export type Report = { passed: number; failed: string[] };

type VitestReport = {
	numPassedTests: number;
	testResults: {
		name: string;
		status: string;
		message: string;
		assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
	}[];
};

/** Reads Vitest's JSON report. Without one, nothing passed. */
export function readVitestReport(file: string): Report {
	const report = readJson<VitestReport>(file);
	if (!report) return { passed: 0, failed: [] };
	const failed = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
		const tests = assertionResults.filter((test) => test.status === "failed");
		if (tests.length === 0 && status === "failed") return [describeFault(name, message)];
		return tests.map(({ fullName, failureMessages }) =>
			describeFault(`${name}: ${fullName}`, failureMessages?.[0]),
		);
	});
	return { passed: report.numPassedTests, failed };
}

type Suite = {
	suites?: Suite[];
	specs?: { title: string; ok: boolean; file: string; tests: PlaywrightTest[] }[];
};
type PlaywrightTest = {
	projectName: string;
	status: string;
	results: { error?: { message?: string } }[];
};

/** Reads Playwright's JSON report. A test that passed on its second try has failed once. */
export function readPlaywrightReport(file: string): Report {
	const report = readJson<Suite & { stats: { expected: number } }>(file);
	if (!report) return { passed: 0, failed: [] };
	return { passed: report.stats.expected, failed: faultsOf(report) };
}

function faultsOf({ suites = [], specs = [] }: Suite): string[] {
	const own = specs.flatMap(({ title, file, tests }) =>
		tests
			.filter(({ status }) => status === "unexpected" || status === "flaky")
			.map(({ projectName, results }) => {
				const error = results.find((result) => result.error)?.error?.message;
				return describeFault(`${file}, ${projectName}: ${title}`, error);
			}),
	);
	return [...own, ...suites.flatMap(faultsOf)];
}

function describeFault(name: string, error = ""): string {
	const [first = ""] = error.split("\n");
	return `  ${name}${first && `\n    ${first}`}`;
}

function readJson<T>(file: string): T | null {
	return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, "utf8")) as T) : null;
}

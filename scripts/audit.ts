/**
 * `npm run check:audit`: asks the registry for known vulnerabilities in the installed packages.
 * Fails on high and critical ones, and where npm can't ask. Where the registry has no audit
 * endpoint, it says so and passes.
 */
import { spawnSync } from "node:child_process";
import { root } from "./run.ts";

type Hole = { name: string; severity: string; range: string; fixAvailable: unknown };
type Report = { vulnerabilities?: Record<string, Hole>; message?: string; statusCode?: number };

const GRAVE = ["high", "critical"];

const npm = process.env.npm_execpath;
const [command, ...first] = npm ? [process.execPath, npm] : ["npm"];
const { stdout } = spawnSync(command, [...first, "audit", "--json"], {
	cwd: root,
	encoding: "utf8",
	stdio: ["ignore", "pipe", "ignore"],
});
const report = read(stdout);
if (!report.vulnerabilities) {
	const hasNoEndpoint = [404, 405, 501].includes(report.statusCode ?? 0);
	const reason = report.message ?? (stdout.trim() || "npm said nothing");
	process.stdout.write(`Nothing was audited: ${reason}\n`);
	process.exit(hasNoEndpoint ? 0 : 1);
}
const holes = Object.values(report.vulnerabilities);
for (const { name, severity, range, fixAvailable } of holes) {
	const advice = fixAvailable ? "a newer version mends it" : "no version mends it yet";
	process.stdout.write(`${severity}: ${name} ${range}; ${advice}\n`);
}
process.stdout.write(`${holes.length} packages with known holes\n`);
process.exit(holes.some(({ severity }) => GRAVE.includes(severity)) ? 1 : 0);

function read(text: string): Report {
	try {
		return JSON.parse(text) as Report;
	} catch {
		return {};
	}
}

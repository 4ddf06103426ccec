/**
 * `npm run bench`: measures the built server as people meet it, beside a bare `node:http` server
 * and nginx, and compares the figures with what is asked. `-- --only cold` runs one part, `--short`
 * is a quick look with small numbers, and `--write` renews docs/performance.md. The large databases
 * are made once, in data/bench.
 */
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { applyMigrations } from "../../bin/migrate.ts";
import { Rehearsal } from "../kit/rehearsal.ts";
import type { Row } from "../kit/report.ts";
import { cold } from "./cold.ts";
import { atMost, median } from "./figures.ts";
import { history } from "./history.ts";
import { kept } from "./kept.ts";
import { hasWrk } from "./load.ts";
import { pages } from "./pages.ts";
import { processes } from "./processes.ts";
import { WARM_UP } from "./seeded.ts";
import { has, pinLoad, startApp } from "./servers.ts";
import type { Site } from "./site.ts";
import { submit } from "./submit.ts";

/** A database and what is measured in it. */
export type Place = { name: string; file: string; documents: number; site: Site };

/** How much of everything. */
export type Size = {
	rounds: number;
	seconds: number;
	sweep: number;
	longSweep: number;
	historySweep: number;
};

const here = import.meta.dirname;
const bench = new Rehearsal(
	{
		rounds: { whole: 5, short: 1 },
		seconds: { whole: 1, short: 1 },
		small: { whole: 10_000, short: 1_000 },
		large: { whole: 1_000_000, short: 5_000 },
		ledger: { whole: 100_000, short: 1_000 },
		busy: { whole: 200_000, short: 1_000 },
		sweep: { whole: 20_000, short: 2_000 },
		historySweep: { whole: 400, short: 100 },
		longSweep: { whole: 100_000, short: 5_000 },
	},
	["start", "kept", "cold", "submit", "pages", "processes", "history"],
);
const size = bench.numbers;
if (!hasWrk)
	process.stdout.write("wrk is not installed: servers are compared by CPU time alone.\n");
if (!has("nginx")) process.stdout.write("nginx is not installed, and is left out.\n");
pinLoad();

/** Half of all pages are documents; the others are their apps' hubs and forms. */
const small = () => open(size.small, ["--documents", "2"]);
const large = () => open(size.large, ["--documents", "2"]);
/** With what the admin area lists, and with an owner of many conversations. */
const whole = () =>
	open(size.ledger * 10, ["--documents", "10", "--ledger", "--busy", String(size.busy)]);

/** Ten versions of each document, and what an app's readers leave. */
const GATHERED = [
	"--documents",
	"10",
	"--versions",
	"10",
	"--subscribers",
	"5",
	"--deletions",
	"3",
];

const work: Record<(typeof bench.parts)[number], () => Promise<Row[]>> = {
	start: async () => start([await small(), await large()]),
	kept: async () => kept(await large(), size, bench.folder),
	cold: async () => cold([await small(), await large()], size),
	submit: async () => submit(await large(), size),
	pages: async () => pages(await large(), await whole(), size),
	processes: async () => processes(await large(), size),
	history: async () =>
		history([await open(size.small, GATHERED), await open(size.large, GATHERED)], size),
};
for (const part of bench.parts) bench.tell(`npm run bench: ${part}`, await work[part]());
bench.end();

/** Opens a database of so many documents, which is made first if it is not there. */
async function open(documents: number, args: string[]): Promise<Place> {
	const folder = bench.isShort ? bench.folder : path.join(here, "../../data/bench");
	fs.mkdirSync(folder, { recursive: true });
	const file = path.join(folder, `${[documents, ...args].join("")}.db`);
	const accounts = documents / Number(args[1]) + WARM_UP;
	const env = { ...process.env, DATABASE_URL: `file:${file}` };
	const run = promisify(execFile);
	if (!fs.existsSync(file)) {
		const seed = [path.join(here, "seed.ts"), file, "--accounts", String(accounts), ...args];
		const { stdout } = await run(process.execPath, seed);
		process.stdout.write(stdout);
	}
	// It may be from before the newest migration.
	await applyMigrations(file);
	const { stdout } = await run(process.execPath, [path.join(here, "site.ts")], { env });
	const name = `${documents.toLocaleString("en")} documents`;
	return { name, file, documents, site: JSON.parse(stdout) as Site };
}

/** The median of a few starts. The first fills the machine's caches and doesn't count. */
async function start(places: Place[]): Promise<Row[]> {
	const rows: Row[] = [];
	for (const { name, file } of places) {
		const times = [];
		for (let n = -1; n < 5; n += 1) {
			const app = await startApp(file);
			if (n >= 0) times.push(app.startMs);
			await app.stop();
		}
		rows.push(atMost(`start to first answer, ${name}`, 1_000, "ms", median(times)));
	}
	return rows;
}

/** Pages that nobody asked for before, each once, as a crawler asks for them. */
import type { Row } from "../kit/report.ts";
import { atMost } from "./figures.ts";
import { type Sample, sweep } from "./load.ts";
import type { Place, Size } from "./run.ts";
import { addressOf, WARM_UP } from "./seeded.ts";
import { type Server, startApp } from "./servers.ts";

const CONNECTIONS = 16;
const MISSING = 2_000;
const HEADERS = { "Accept-Encoding": "gzip, deflate, br, zstd" };
const MEGABYTES = 200;

/** Sweeps databases of different sizes, and tells how much slower the largest is. */
export async function cold(places: Place[], size: Size): Promise<Row[]> {
	const rows: Row[] = [];
	const totals: number[] = [];
	for (const place of places) {
		const app = await startApp(place.file);
		try {
			const sums = await sweepOnce(app, place, size.sweep, rows);
			totals.push(sums);
			if (place === places.at(-1)) rows.push(...(await sweepLong(app, place, size)));
		} finally {
			await app.stop();
		}
	}
	const [first = 0, last = 0] = [totals[0], totals.at(-1)];
	const what = `the sweep: ${places.at(-1)?.name} against ${places[0]?.name}`;
	rows.push(atMost(what, 1.3, "times the CPU time", last / first));
	return rows;
}

/** Asks for `count` pages: half of them documents, the others hubs and forms. Returns the CPU time. */
async function sweepOnce(
	app: Server,
	{ name, documents }: Place,
	count: number,
	rows: Row[],
): Promise<number> {
	const accounts = documents / 2;
	const [quarter, step] = [count / 4, Math.max(1, Math.floor((accounts * 4) / count))];
	// Spread over the whole database, as a crawler's addresses are.
	const some = Array.from({ length: quarter }, (_, n) => ((n * step) % accounts) + 1);
	const others = Array.from({ length: WARM_UP }, (_, n) => accounts + n + 1);
	const documentsOf = (n: number) => [addressOf.document(n, 0), addressOf.document(n, 1)];
	const kinds: [string, (n: number) => string | string[], number][] = [
		["documents", documentsOf, 0.25],
		["hubs", addressOf.hub, 0.5],
		["forms", addressOf.form, 0.5],
	];
	for (const [, pathsOf] of kinds) await sweepWell(app, others.flatMap(pathsOf));
	let total = 0;
	for (const [noun, pathsOf, most] of kinds) {
		const paths = some.flatMap(pathsOf);
		const sample = await sweepWell(app, paths);
		total += sample.cpuMs * sample.requests;
		const what = `${paths.length} cold ${noun}, ${name}`;
		rows.push(atMost(what, most, "ms of CPU", sample.cpuMs, inWords(sample)));
		rows.push(atMost(`${what}, p99 with ${CONNECTIONS} connections`, 20, "ms", sample.p99));
	}
	return total;
}

async function sweepLong(app: Server, { name, documents, site }: Place, { longSweep }: Size) {
	const rows: Row[] = [];
	const copies = await sweepWell(app, site.collector.documents);
	rows.push(atMost("cold documents of 5 kB", 0.5, "ms of CPU", copies.cpuMs, inWords(copies)));
	for (const [what, pathOf] of [
		["addresses without a page, as scanners ask", (n: number) => `/wp-login-${n}.php`],
		["missing documents of an app", (n: number) => `${addressOf.hub(n)}/nothing-here`],
	] as const) {
		const paths = Array.from({ length: MISSING }, (_, n) => pathOf(n + 1));
		const sample = await sweep(app, paths, CONNECTIONS, HEADERS);
		if (sample.failed !== MISSING) throw new Error(`Some ${what} are there`);
		rows.push(atMost(`404: ${MISSING} ${what}`, 0.5, "ms of CPU", sample.cpuMs));
	}
	const accounts = Math.min(documents / 2, longSweep / 2);
	const paths = Array.from({ length: accounts * 2 }, (_, n) =>
		addressOf.document(Math.floor(n / 2) + 1, n % 2),
	);
	await sweepWell(app, paths);
	const { now, peak } = app.memory();
	const what = `resident memory after ${paths.length} more documents, ${name}`;
	rows.push(atMost(what, MEGABYTES, "MB", now, `${peak.toFixed(0)} MB at its peak`));
	return rows;
}

async function sweepWell(app: Server, paths: string[]): Promise<Sample> {
	const sample = await sweep(app, paths, CONNECTIONS, HEADERS);
	if (sample.failed > 0) throw new Error(`${sample.failed} of ${paths.length} pages failed`);
	return sample;
}

function inWords({ rate, p50 }: Sample): string {
	return `${rate.toFixed(0)} a second, ${p50.toFixed(1)} ms at the median`;
}

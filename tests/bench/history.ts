/** Documents with a memory: versions, comparisons, deletion requests, and mail to those who asked. */
import { createClient } from "../kit/http/client.ts";
import type { Row } from "../kit/report.ts";
import { atMost, known, median } from "./figures.ts";
import { askEach, type Sample, sweep } from "./load.ts";
import { delayByNotices } from "./notices.ts";
import type { Place, Size } from "./run.ts";
import { addressOf } from "./seeded.ts";
import { type Server, startApp } from "./servers.ts";

const CONNECTIONS = 4;
/** The places take turns in so many, so that other work on the machine affects them alike. */
const TURNS = 4;
const TIMES = 80;
/** Comparisons of the large document's versions: to warm up, to measure, and beside others' requests. */
const RANGES = {
	warmUp: ["1-3", "1-4", "1-5"],
	alone: ["1-2", "2-3", "3-4", "4-5", "5-6"],
	beside: ["2-4", "3-5", "4-6", "2-5", "3-6"],
};

type Open = { app: Server; place: Place };
type Kind = { what: string; most?: number; cookie?: string; pathsOf: (place: Place) => string[] };

/** Measures the first database, a small one, beside the last, which should cost no more. */
export async function history(places: Place[], size: Size): Promise<Row[]> {
	const opened: Open[] = [];
	const rows: Row[] = [];
	try {
		for (const place of places) opened.push({ place, app: await startApp(place.file) });
		for (const kind of kindsOf(size)) rows.push(...(await inTurns(opened, kind)));
		const last = opened.at(-1);
		if (last) rows.push(...(await comparisons(last)));
	} finally {
		for (const { app } of opened) await app.stop();
	}
	for (const place of places) rows.push(await delayByNotices(place));
	return rows;
}

function kindsOf({ historySweep }: Size): Kind[] {
	const ofSeeded = (below: string) => (place: Place) => {
		const accounts = place.documents / 10;
		const step = Math.max(1, Math.floor(accounts / historySweep));
		return Array.from(
			{ length: historySweep },
			(_, n) => addressOf.document(((n * step) % accounts) + 1, n % 10) + below,
		);
	};
	const again = (pathOf: (site: Place["site"]) => string) => (place: Place) =>
		new Array<string>(TIMES).fill(pathOf(place.site));
	return [
		{
			what: "a list of ten versions, cold",
			most: 10,
			pathsOf: ofSeeded("/versions"),
		},
		{
			what: "a list of 500 versions, cold",
			most: 10,
			pathsOf: ({ site }) => site.history.long.map((path) => `${path}/versions`),
		},
		{ what: "/versions/4, cold", pathsOf: ofSeeded("/versions/4") },
		{ what: "/changes/2-4, cold", pathsOf: ofSeeded("/changes/2-4") },
		{ what: ".json, cold", pathsOf: ofSeeded(".json") },
		{ what: "deletion requests of an app", pathsOf: again(({ history }) => history.deletions) },
		{
			what: "settings of an app that 5,000 follow",
			pathsOf: again(({ history }) => history.settings),
		},
	];
}

async function inTurns(opened: Open[], { what, most, pathsOf }: Kind): Promise<Row[]> {
	const samples = opened.map((): Sample[] => []);
	const paths = opened.map(({ place }) => pathsOf(place));
	for (let turn = 0; turn < TURNS; turn += 1) {
		for (const [at, { app, place }] of opened.entries()) {
			const all = paths[at] ?? [];
			const length = Math.floor(all.length / TURNS);
			const some = all.slice(turn * length, (turn + 1) * length);
			const sample = await sweep(app, some, CONNECTIONS, { Cookie: place.site.history.cookie });
			if (sample.failed > 0) throw new Error(`${sample.failed} of ${what} failed`);
			samples[at]?.push(sample);
		}
	}
	// A turn is too short for the system's clock of CPU time, which counts hundredths of a second.
	const costs = samples.map((turns) => {
		const requests = turns.reduce((sum, turn) => sum + turn.requests, 0);
		return turns.reduce((sum, turn) => sum + turn.cpuMs * turn.requests, 0) / requests;
	});
	const [first = 0, last = 0] = [costs[0], costs.at(-1)];
	const rows = opened.map(({ place }, at) => {
		const cost = costs[at] ?? 0;
		const name = `${what}, ${place.name}`;
		return most === undefined
			? known(name, `${cost.toFixed(1)} ms of CPU`)
			: atMost(name, most, "ms of CPU", cost);
	});
	const ratio = last / first;
	return [...rows, atMost(`${what}: the largest against the smallest`, 1.3, "times", ratio)];
}

/** Two texts of 200 kB, alone and while others ask for pages that nobody asked for before. */
async function comparisons({ app, place }: Open): Promise<Row[]> {
	const client = createClient(app.url);
	const compare = async (range: string) => {
		const { status, text } = await client.get(`${place.site.history.large}/changes/${range}`);
		if (status !== 200 || !/<ins|<del/.test(text)) throw new Error(`/changes/${range}: ${status}`);
	};
	for (const range of RANGES.warmUp) await compare(range);
	const costs = [];
	for (const range of RANGES.alone) {
		const before = app.cpuSeconds();
		await compare(range);
		costs.push((app.cpuSeconds() - before) * 1_000);
	}
	const others = async (isOver: () => boolean, from: number) =>
		askEach(app, 1, (n) =>
			isOver()
				? null
				: client.get(addressOf.document(((from + n) % (place.documents / 10)) + 1, 1)),
		);
	const until = performance.now() + 2_000;
	const calm = await others(() => performance.now() > until, 0);
	let isOver = false;
	const beside = others(() => isOver, calm.requests);
	for (const range of RANGES.beside) await compare(range);
	isOver = true;
	const { p99, requests } = await beside;
	const more = p99 - calm.p99;
	const than = `${p99.toFixed(1)} ms, ${calm.p99.toFixed(1)} without; ${requests} requests`;
	return [
		atMost("a comparison of two texts of 200 kB", 500, "ms of CPU", median(costs)),
		atMost("what such comparisons add to a cold document's p99", 50, "ms", more, than),
	];
}

/**
 * `npm run bench`: measures the built server and checks the results against their targets.
 *
 *   --rounds 7 --seconds 1     how many rounds, and how long each is
 *   --only document,form       some of: start, document, form, submit, dashboard
 *   --seeded FILE              also on the large database of `npm run bench:seed`
 *   --write                    renews docs/performance.md
 *
 * The servers compared take turns, in rounds of a second. A figure is the median of the rounds'
 * ratios, so that other work on the machine affects both sides.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import zlib from "node:zlib";
import Database from "better-sqlite3";
import { applyMigrations } from "../../bin/migrate.ts";
import { createClient } from "../kit/http/client.ts";
import type { Load } from "./load.ts";
import { SEEDED_FILE } from "./options.ts";
import {
	createSite,
	drawQuestions,
	pinning,
	runLoad,
	type Server,
	startApp,
	startBare,
} from "./processes.ts";
import { type Figure, toTable, writeReport } from "./report.ts";
import type { Site } from "./site.ts";

const { values: options } = parseArgs({
	options: {
		rounds: { type: "string", default: "7" },
		seconds: { type: "string", default: "1" },
		only: { type: "string", default: "start,document,form,submit,dashboard" },
		seeded: { type: "string", default: fs.existsSync(SEEDED_FILE) ? SEEDED_FILE : "" },
		write: { type: "boolean", default: false },
	},
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const only = options.only.split(",");

/** For the cases that are much alike: the other encodings, and 304. */
const FEW_ROUNDS = Math.ceil(rounds / 3);
const CONNECTIONS = 32;
/** For pages that take milliseconds: with more connections the server would refuse some. */
const FEW_CONNECTIONS = 8;
const WRITES_A_SECOND = 20;
/** How many captchas are drawn for a round. */
const DRAWN = 500;
/** After this long, the process has released the memory that it needed for the load. */
const REST_SECONDS = 40;
const ENCODINGS = {
	br: zlib.brotliDecompressSync,
	gzip: zlib.gunzipSync,
	identity: (body: Buffer) => body,
};

/** A server with the site that is measured on it. */
type Place = { name: string; file: string; server: Server; site: Site };

type Sample = Load & { cpuMs: number | null; refused: number };

const figures: Figure[] = [];
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "smallprint-bench-"));
const places = [await open("empty database", path.join(folder, "smallprint.db"))];
if (options.seeded) places.push(await open("seeded database", path.resolve(options.seeded)));
try {
	if (only.includes("start")) await measureStart();
	if (only.includes("document")) await measurePage("document", ({ document }) => document.path);
	if (only.includes("form")) await measurePage("form", ({ form }) => form.path);
	if (only.includes("submit")) await measureSubmissions();
	if (only.includes("dashboard")) await measureDashboard();
	await measureMemory();
} finally {
	for (const { server } of places) await server.stop();
}
fs.rmSync(folder, { recursive: true });
const heading = `${rounds} rounds of ${seconds} s, ${pinning}`;
if (options.write) writeReport(figures, heading, options.seeded);
process.exit(figures.every(({ isMet }) => isMet) ? 0 : 1);

async function open(name: string, file: string): Promise<Place> {
	await applyMigrations(file);
	const site = await createSite(file);
	return { name, file, site, server: await startApp(file) };
}

/** Resident memory, right after the load and once its garbage is collected. */
async function measureMemory(): Promise<void> {
	const atOnce = places.map(({ server }) => server.memory()?.now ?? 0);
	await new Promise((resolve) => setTimeout(resolve, REST_SECONDS * 1_000));
	for (const [at, { name, server }] of places.entries()) {
		const memory = server.memory();
		if (!memory) continue;
		const { now, peak } = memory;
		tell(
			`resident memory ${REST_SECONDS} s after all that, ${name}`,
			"at most 200 MB",
			`${now.toFixed(0)} MB (${atOnce[at]?.toFixed(0)} MB at once, ${peak.toFixed(0)} MB at its peak)`,
			now <= 200,
		);
	}
}

/** The median of a few starts. The first start fills the machine's caches and doesn't count. */
async function measureStart(): Promise<void> {
	for (const { name, file } of places) {
		const times = [];
		for (let n = 0; n < 5; n += 1) {
			const other = await startApp(file);
			times.push(other.startMs);
			await other.stop();
		}
		tell(
			`start to first answer, ${name}`,
			"at most 1 s",
			`${median(times).toFixed(0)} ms`,
			median(times) <= 1_000,
		);
	}
}

/** Compares a public page with the same bytes from a bare server. */
async function measurePage(noun: string, pathOf: (site: Site) => string): Promise<void> {
	const urls = places.map(({ server, site }) => server.url + pathOf(site));
	const ask = (extra: Record<string, string>) =>
		urls.map((url) => ({ url, headers: { "Accept-Encoding": "br", ...extra } }));
	for (const [at, place] of places.entries()) await expectEncodings(noun, place, urls[at] ?? "");

	let peak = 0;
	for (const encoding of Object.keys(ENCODINGS)) {
		const times = encoding === "br" ? rounds : FEW_ROUNDS;
		const samples = await compare(places, ask({ "Accept-Encoding": encoding }), 200, times);
		tellShare(`${noun}, ${encoding}`, 0.8, places, samples);
		if (encoding === "br") peak = median(samples.apps[0]?.map(({ rate }) => rate) ?? []);
	}
	const known = [];
	for (const { url, headers } of ask({})) {
		const { etag = "" } = (await getPage(url)).headers;
		known.push({ url, headers: { ...headers, "If-None-Match": etag } });
	}
	const samples = await compare(places, known, 304, FEW_ROUNDS);
	tellShare(`${noun}, 304 for its ETag`, 0.8, places, samples);

	for (const [at, place] of places.entries()) {
		const stop = startWriting(place);
		const samples = await compare([place], ask({}).slice(at, at + 1), 200, rounds);
		const { written, expected, stale } = await stop();
		tellShare(`${noun}, br, while ${WRITES_A_SECOND} saves a second run`, 0.6, [place], samples);
		tell(
			`saves meanwhile, ${place.name}`,
			"each at once in its page",
			`${written} of ${expected}, ${stale} late`,
			written >= expected * 0.9 && stale === 0,
		);
	}
	await measureLatency(noun, ask({})[0], Math.round(peak / 2));
}

async function measureLatency(noun: string, asked: Asked | undefined, rate: number): Promise<void> {
	const [home] = places;
	if (!home || !asked) return;
	const { url, headers } = asked;
	const bare = await startBare(url, headers);
	const [own, others] = [[] as number[], [] as number[]];
	for (let round = 0; round < rounds; round += 1) {
		others.push((await load(bare, bare.url, { headers, rate })).p99);
		own.push((await load(home.server, url, { headers, rate })).p99);
	}
	await bare.stop();
	tell(
		`${noun}, p99 at ${rate} a second, half of its peak`,
		"under 10 ms",
		`${median(own).toFixed(1)} ms (bare node:http: ${median(others).toFixed(1)} ms)`,
		median(own) < 10,
	);
}

/** Checks that each encoding is served correctly before its speed is measured. */
async function expectEncodings(noun: string, { name, site }: Place, url: string): Promise<void> {
	const plain = await getPage(url);
	for (const [encoding, decode] of Object.entries(ENCODINGS)) {
		const { headers, bytes } = await getPage(url, { "Accept-Encoding": encoding });
		const isRight =
			(headers["content-encoding"] ?? "identity") === encoding &&
			decode(bytes).equals(plain.bytes) &&
			plain.text.includes(noun === "form" ? site.form.path : "<h1");
		if (!isRight) throw new Error(`The ${noun} of the ${name} is not right as ${encoding}`);
	}
}

function getPage(url: string, headers: Record<string, string> = {}) {
	const { origin, pathname } = new URL(url);
	return createClient(origin).get(pathname, headers);
}

/** A request to a place. */
type Asked = { url: string; headers: Record<string, string> };

type Compared = { bare: Sample[]; apps: Sample[][] };

/** Measures the bare server, which sends the first place's response, and each place in turn. */
async function compare(
	compared: Place[],
	asked: Asked[],
	status: number,
	times: number,
): Promise<Compared> {
	const [{ url: source, headers }] = asked as [Asked];
	const bare = await startBare(source, headers);
	const result: Compared = { bare: [], apps: compared.map(() => []) };
	try {
		for (let round = 0; round < times; round += 1) {
			result.bare.push(await load(bare, bare.url, { headers, status }));
			for (const [at, { server }] of compared.entries()) {
				const { url = "", headers } = asked[at] ?? {};
				result.apps[at]?.push(await load(server, url, { headers, status }));
			}
		}
	} finally {
		await bare.stop();
	}
	return result;
}

function tellShare(what: string, least: number, compared: Place[], { bare, apps }: Compared): void {
	for (const [at, samples] of apps.entries()) {
		const share = median(samples.map(({ rate }, round) => rate / (bare[round]?.rate ?? 1)));
		const cpu = median(samples.map(({ cpuMs }, round) => (bare[round]?.cpuMs ?? 0) / (cpuMs ?? 1)));
		const rate = median(samples.map((sample) => sample.rate));
		tell(
			`${what}, ${compared[at]?.name}`,
			`at least ${least} of bare node:http`,
			`${share.toFixed(2)} (${rate.toFixed(0)} a second; ${cpu.toFixed(2)} by CPU time)`,
			share >= least,
		);
	}
	tellGrowth(what, apps);
}

/** Measures a visitor's submission: the post that stores it, alone and after the first post. */
async function measureSubmissions(): Promise<void> {
	const posts: Sample[][] = places.map(() => []);
	const whole: Sample[][] = places.map(() => []);
	const drawn = path.join(folder, "drawn.json");
	for (let round = 0; round < FEW_ROUNDS; round += 1) {
		for (const [at, { server, site, file }] of places.entries()) {
			const { url } = server;
			const { form } = site;
			await drawQuestions({ url, form, drawn, draw: DRAWN, connections: CONNECTIONS });
			const post = { form, drawn, status: 303, mayRefuse: true };
			posts[at]?.push(await storing(file, () => load(server, url, post)));
			const both = { form, status: [200, 303], mayRefuse: true };
			const sample = await storing(file, () => load(server, url, both));
			whole[at]?.push({ ...sample, rate: (sample.statuses[303] ?? 0) / sample.seconds });
		}
	}
	tellRates("form posts with the sum, each stored before its answer", 300, posts);
	tellRates("the same with the post that asks for the sum, submissions", null, whole);
}

/** Checks that every submission with a 303 has a row. */
async function storing(file: string, run: () => Promise<Sample>): Promise<Sample> {
	const before = countSubmissions(file);
	const sample = await run();
	const stored = countSubmissions(file) - before;
	const told = sample.statuses[303] ?? 0;
	// Some submissions are under way when the time is up.
	if (stored < told) throw new Error(`${told} submissions were answered, ${stored} stored`);
	return sample;
}

/** Measures the dashboard of an owner with 50 apps and 500 documents. */
async function measureDashboard(): Promise<void> {
	const samples: Sample[][] = places.map(() => []);
	// The first round is to warm up.
	for (let round = -1; round < rounds; round += 1) {
		for (const [at, { server, site }] of places.entries()) {
			const headers = {
				Cookie: site.dashboard.cookie,
				"Accept-Encoding": "gzip, deflate, br, zstd",
			};
			const job = { headers, connections: FEW_CONNECTIONS, mayRefuse: true };
			const sample = await load(server, `${server.url}/dashboard`, job);
			if (round >= 0) samples[at]?.push(sample);
		}
	}
	tellRates("dashboard with 50 apps and 500 documents", 150, samples);
	await measureScripts();
}

/** The size of the dashboard's scripts as sent to a browser. */
async function measureScripts(): Promise<void> {
	const [home] = places;
	if (!home) return;
	const { server, site } = home;
	const owner = createClient(server.url, { cookie: site.dashboard.cookie });
	const { text } = await owner.get("/dashboard");
	let bytes = 0;
	for (const script of new Set(text.match(/\/assets\/[\w.-]+\.js/g))) {
		bytes += (await owner.get(script, { "Accept-Encoding": "gzip" })).bytes.length;
	}
	tell(
		"the dashboard's scripts, gzipped",
		"at most 130 kB",
		`${(bytes / 1_000).toFixed(0)} kB`,
		bytes <= 130_000,
	);
}

function tellRates(what: string, least: number | null, samples: Sample[][]): void {
	for (const [at, ofPlace] of samples.entries()) {
		const rate = median(ofPlace.map((sample) => sample.rate));
		const cpu = median(ofPlace.map(({ cpuMs }) => cpuMs ?? 0));
		const p50 = median(ofPlace.map((sample) => sample.p50));
		const refused = ofPlace.reduce((sum, sample) => sum + sample.refused, 0);
		tell(
			`${what}, ${places[at]?.name}`,
			least === null ? "to be known" : `at least ${least} a second`,
			`${rate.toFixed(0)} (${cpu.toFixed(1)} ms of CPU a request, ${p50} ms at the median, ${refused} refused)`,
			rate >= (least ?? 0),
		);
	}
	tellGrowth(what, samples);
}

/** Prints how much slower the large database is. */
function tellGrowth(what: string, [small = [], large]: Sample[][]): void {
	if (!large) return;
	const ratios = large.map(({ rate }, round) => (small[round]?.rate ?? 0) / rate);
	tell(
		`${what}: empty against seeded`,
		"within 1.3 times",
		`${median(ratios).toFixed(2)} times`,
		median(ratios) <= 1.3,
	);
}

type LoadOptions = {
	headers?: Record<string, string>;
	rate?: number;
	form?: Site["form"];
	drawn?: string;
	connections?: number;
	/** Allows 503, which a server sends when it sheds load; those are counted apart. */
	mayRefuse?: boolean;
	status?: number | number[];
};

/** Runs one round. Throws on any unexpected response. */
async function load(
	server: Server,
	url: string,
	{ status = 200, mayRefuse = false, ...job }: LoadOptions,
): Promise<Sample> {
	const before = server.cpuSeconds();
	const sample = await runLoad({ url, seconds, connections: CONNECTIONS, ...job });
	const after = server.cpuSeconds();
	const expected = [status, mayRefuse ? 503 : []].flat().map(String);
	const strange = Object.entries(sample.statuses).filter(([one]) => !expected.includes(one));
	if (sample.errors > 0 || strange.length > 0) {
		throw new Error(`${url}: ${sample.errors} errors, ${JSON.stringify(sample.statuses)}`);
	}
	const cpuMs =
		before === null || after === null ? null : ((after - before) * 1_000) / sample.requests;
	const refused = sample.statuses[503] ?? 0;
	return { ...sample, cpuMs, refused, rate: (sample.requests - refused) / sample.seconds };
}

/**
 * Saves a document over and over, as its owner does in a browser, and loads its page each time.
 * Returns a function that stops the saves and resolves with their counts.
 */
function startWriting({ server, site }: Place) {
	const owner = createClient(server.url, { cookie: site.edited.cookie });
	const visitor = createClient(server.url);
	const started = performance.now();
	const writing: Promise<void>[] = [];
	let revision: string | undefined;
	let written = 0;
	let stale = 0;
	let last: Promise<void> = Promise.resolve();

	async function save(): Promise<void> {
		revision ??= /name="revision" value="(\d+)"/.exec(
			(await owner.get(site.edited.path)).text,
		)?.[1];
		const content = `Save ${crypto.randomUUID()}.`;
		const values = { title: site.edited.title, content, revision: revision ?? "" };
		const { status } = await owner.post(site.edited.path, values);
		if (status !== 303) return;
		written += 1;
		revision = String(Number(revision) + 1);
		const page = await visitor.get(site.edited.publicPath);
		if (!page.text.includes(content)) stale += 1;
	}

	const timer = setInterval(() => {
		last = last.then(save);
		writing.push(last);
	}, 1_000 / WRITES_A_SECOND);
	return async () => {
		clearInterval(timer);
		const expected = Math.floor(((performance.now() - started) / 1_000) * WRITES_A_SECOND);
		await Promise.all(writing);
		return { written, expected, stale };
	};
}

function countSubmissions(file: string): number {
	const database = new Database(file, { readonly: true });
	const count = database.prepare("SELECT max(number) FROM Submission").pluck().get() as number;
	database.close();
	return count ?? 0;
}

function tell(what: string, asked: string, measured: string, isMet: boolean): void {
	const figure = { what, asked, measured, isMet };
	figures.push(figure);
	process.stdout.write(`${toTable([figure])}\n`);
}

function median(numbers: number[]): number {
	return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;
}

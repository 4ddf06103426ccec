/** Pages that are kept: the same bytes from the app, from bare `node:http` and from nginx. */
import { type Answer, createClient } from "../kit/http/client.ts";
import type { Row } from "../kit/report.ts";
import { atLeast, known, median } from "./figures.ts";
import { ask, hasWrk, type Sample } from "./load.ts";
import type { Place, Size } from "./run.ts";
import { startSaving } from "./saving.ts";
import { has, type Server, startApp, startBare, startNginx } from "./servers.ts";

const CONNECTIONS = 32;
/** Many people, each of whom asks now and then. */
const READERS = 256;
const ENCODINGS = ["br", "gzip", "identity"];
const SAVES_A_SECOND = 20;

type Headers = Record<string, string>;

/** Measures a kept document and form, and the site's own pages. */
export async function kept({ file, site }: Place, size: Size, folder: string): Promise<Row[]> {
	const app = await startApp(file);
	const client = createClient(app.url);
	const rows: Row[] = [];
	let documentRate = 0;
	try {
		for (const [noun, page] of Object.entries({ document: site.document, form: site.form })) {
			for (const encoding of ENCODINGS) {
				const headers = { "Accept-Encoding": encoding };
				const answer = await keep(page, headers);
				const given = answer.headers["content-encoding"] ?? "identity";
				if (given !== encoding) throw new Error(`The ${noun} came as ${given}, not ${encoding}`);
				const samples = await compare(page, headers, answer, size.rounds);
				rows.push(shareOf(`${noun}, ${encoding}`, 0.85, samples));
				if (encoding !== "br") continue;
				const peak = median(samples.app.map(({ rate }) => rate));
				if (noun === "document") documentRate = peak;
				if (has("nginx")) rows.push(await besideNginx(noun, page, headers, answer));
				if (hasWrk) rows.push(await atHalf(noun, page, headers, answer, peak));
				rows.push(...(await whileSaving(noun, page, headers, answer)));
			}
			const etag = (await keep(page, {})).headers.etag ?? "";
			const headers = { "Accept-Encoding": "br", "If-None-Match": etag };
			const answer = await client.get(page, headers);
			if (answer.status !== 304) throw new Error(`The ${noun} is not known by its ETag`);
			const samples = await compare(page, headers, answer, size.rounds);
			rows.push(shareOf(`${noun}, 304 for its ETag`, 0.85, samples));
		}
		for (const page of ["/", "/pricing"]) rows.push(await ofSite(page));
	} finally {
		await app.stop();
	}
	return rows;

	/** A page is kept once it has been asked for twice. */
	async function keep(page: string, headers: Headers): Promise<Answer> {
		await client.get(page, headers);
		return client.get(page, headers);
	}

	function load(page: string, headers: Headers) {
		return { path: page, headers, connections: CONNECTIONS, seconds: size.seconds };
	}

	/** The servers take turns, so that other work on the machine affects both. */
	async function compare(page: string, headers: Headers, answer: Answer, rounds: number) {
		return beside(await startBare(answer, folder), rounds, (one) => ask(one, load(page, headers)));
	}

	async function beside(other: Server, rounds: number, measure: (one: Server) => Promise<Sample>) {
		const samples = { other: [] as Sample[], app: [] as Sample[] };
		try {
			// The first round is to warm up.
			for (let round = -1; round < rounds; round += 1) {
				const [ofOther, ofApp] = [await measure(other), await measure(app)];
				if (round < 0) continue;
				samples.other.push(ofOther);
				samples.app.push(ofApp);
			}
		} finally {
			await other.stop();
		}
		return samples;
	}

	async function besideNginx(noun: string, page: string, headers: Headers, answer: Answer) {
		const nginx = await startNginx(answer, folder);
		const { app: own, other } = await beside(nginx, size.rounds, (one) =>
			ask(one, load(page, headers)),
		);
		const [ratio, cpu] = [ratioOf(own, other, "rate"), 1 / ratioOf(own, other, "cpuMs")];
		const rate = median(other.map((sample) => sample.rate)).toFixed(0);
		const seen = `${ratio.toFixed(2)} by rate, ${cpu.toFixed(2)} by CPU time; nginx ${rate} a second`;
		return known(`${noun}, br, beside nginx with a file of the same bytes`, seen);
	}

	async function atHalf(
		noun: string,
		page: string,
		headers: Headers,
		answer: Answer,
		peak: number,
	): Promise<Row> {
		const pauseMs = (READERS * 2_000) / peak;
		const paced = { ...load(page, headers), connections: READERS, pauseMs };
		const bare = await startBare(answer, folder);
		const samples = await beside(bare, size.rounds, (one) => ask(one, paced));
		const [own, others] = [samples.app, samples.other].map((ofOne) =>
			median(ofOne.map(({ p99 }) => p99)),
		) as [number, number];
		const rate = median(samples.app.map((sample) => sample.rate));
		return {
			what: `${noun}, br, p99 at half of the peak`,
			asked: "at most twice that of bare node:http",
			seen: `${own.toFixed(1)} ms beside ${others.toFixed(1)} ms, at ${rate.toFixed(0)} a second`,
			isMet: own <= 2 * others,
		};
	}

	async function whileSaving(noun: string, page: string, headers: Headers, answer: Answer) {
		const stop = startSaving(app, site, SAVES_A_SECOND);
		const samples = await compare(page, headers, answer, size.rounds);
		const { made, late, expected } = await stop();
		return [
			shareOf(`${noun}, br, while ${SAVES_A_SECOND} saves a second run`, 0.6, samples),
			{
				what: "saves meanwhile",
				asked: "each at once in its page",
				seen: `${made} of ${expected}, ${late} late`,
				isMet: made >= expected * 0.9 && late === 0,
			},
		];
	}

	async function ofSite(page: string): Promise<Row> {
		const headers = { "Accept-Encoding": "br" };
		await keep(page, headers);
		const rates: number[] = [];
		for (let round = 0; round < size.rounds; round += 1) {
			rates.push((await ask(app, load(page, headers))).rate);
		}
		const rate = median(rates);
		const share = rate / documentRate;
		return atLeast(`${page}, signed out`, 0.5, "of the document's rate", share, perSecond(rate));
	}
}

/** The median of the rounds' ratios. */
function ratioOf(own: Sample[], other: Sample[], figure: "rate" | "cpuMs"): number {
	return median(
		own.map((sample, round) => sample[figure] / (other[round]?.[figure] ?? Number.NaN)),
	);
}

function shareOf(what: string, least: number, { app, other }: Record<"app" | "other", Sample[]>) {
	const byCpu = 1 / ratioOf(app, other, "cpuMs");
	const byRate = ratioOf(app, other, "rate");
	const rate = perSecond(median(app.map((sample) => sample.rate)));
	return hasWrk
		? atLeast(what, least, "of bare node:http", byRate, `${rate}; ${byCpu.toFixed(2)} by CPU time`)
		: atLeast(what, least, "of bare node:http", byCpu, "by CPU time");
}

function perSecond(rate: number): string {
	return `${rate.toFixed(0)} a second`;
}

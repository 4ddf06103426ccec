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

/** A request, and the answer that every server sends. */
type Case = { what: string; path: string; headers: Record<string, string>; answer: Answer };

type Samples = { app: Sample[]; other: Sample[] };

/** Measures a kept document and form, and the site's own pages. */
export async function kept({ file, site }: Place, size: Size, folder: string): Promise<Row[]> {
	const app = await startApp(file);
	const client = createClient(app.url);
	const rows: Row[] = [];
	try {
		for (const [noun, path, encodings, least] of [
			["form", site.form, ENCODINGS, 0.85],
			["document", site.document, ENCODINGS, 0.85],
			["document as JSON", `${site.document}.json`, ENCODINGS, 0.8],
			["document as text", `${site.document}.txt`, ["br"], 0.8],
			["document as Markdown", `${site.document}.md`, ["br"], 0.8],
			["document's feed", `${site.document}.atom`, ["br"], 0.8],
		] as const) {
			for (const encoding of [...encodings, "304"]) {
				rows.push(shareOf(await compare(await prepare(noun, path, encoding)), least));
			}
		}
		const document = await prepare("document", site.document, "br");
		const { samples } = await compare(document);
		const peak = rateOf(samples.app);
		if (hasWrk) rows.push(await atHalf(document, peak));
		if (has("nginx")) rows.push(await besideNginx(document));
		rows.push(...(await whileSaving(document)));
		for (const path of ["/", "/pricing"]) rows.push(await ofSite(path, peak));
	} finally {
		await app.stop();
	}
	return rows;

	/** Asks twice, so that the page is kept, and checks that it comes as it was asked for. */
	async function prepare(noun: string, path: string, encoding: string): Promise<Case> {
		const isKnown = encoding === "304";
		const headers: Case["headers"] = { "Accept-Encoding": isKnown ? "br" : encoding };
		const { etag } = (await client.get(path, headers)).headers;
		if (isKnown && etag) headers["If-None-Match"] = etag;
		const answer = await client.get(path, headers);
		const seen = isKnown ? answer.status : (answer.headers["content-encoding"] ?? "identity");
		if (String(seen) !== encoding) throw new Error(`The ${noun} came as ${seen}, not ${encoding}`);
		return { what: `${noun}, ${isKnown ? "304 for its ETag" : encoding}`, path, headers, answer };
	}

	function load({ path, headers }: Omit<Case, "what" | "answer">) {
		return { path, headers, connections: CONNECTIONS, seconds: size.seconds };
	}

	async function compare(one: Case) {
		const bare = await startBare(one.answer, folder);
		return { ...one, samples: await beside(bare, (server) => ask(server, load(one))) };
	}

	/** The servers take turns, so that other work on the machine affects both. */
	async function beside(
		other: Server,
		measure: (server: Server) => Promise<Sample>,
	): Promise<Samples> {
		const samples: Samples = { app: [], other: [] };
		try {
			// The first round is to warm up.
			for (let round = -1; round < size.rounds; round += 1) {
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

	async function besideNginx(one: Case): Promise<Row> {
		const nginx = await startNginx(one.answer, folder);
		const samples = await beside(nginx, (server) => ask(server, load(one)));
		const [ratio, cpu] = [ratioOf(samples, "rate"), 1 / ratioOf(samples, "cpuMs")];
		const seen = `${ratio.toFixed(2)} by rate, ${cpu.toFixed(2)} by CPU time`;
		const rate = perSecond(rateOf(samples.other));
		return known(
			`${one.what}, beside nginx with a file of the same bytes`,
			`${seen}; nginx ${rate}`,
		);
	}

	async function atHalf(one: Case, peak: number): Promise<Row> {
		const paced = { ...load(one), connections: READERS, pauseMs: (READERS * 2_000) / peak };
		const bare = await startBare(one.answer, folder);
		const samples = await beside(bare, (server) => ask(server, paced));
		const own = median(samples.app.map(({ p99 }) => p99));
		const others = median(samples.other.map(({ p99 }) => p99));
		return {
			what: `${one.what}, p99 at half of the peak`,
			asked: "at most twice that of bare node:http",
			seen: `${own.toFixed(1)} ms beside ${others.toFixed(1)} ms, at ${perSecond(rateOf(samples.app))}`,
			isMet: own <= 2 * others,
		};
	}

	async function whileSaving(one: Case): Promise<Row[]> {
		const stop = startSaving(app, site, SAVES_A_SECOND);
		const { what, ...compared } = await compare(one);
		const { made, late, expected } = await stop();
		return [
			shareOf({ ...compared, what: `${what}, while ${SAVES_A_SECOND} saves a second run` }, 0.6),
			{
				what: "saves meanwhile",
				asked: "each at once in its page",
				seen: `${made} of ${expected}, ${late} late`,
				isMet: made >= expected * 0.9 && late === 0,
			},
		];
	}

	async function ofSite(path: string, documentRate: number): Promise<Row> {
		const headers = { "Accept-Encoding": "br" };
		const samples: Sample[] = [];
		for (let round = -1; round < size.rounds; round += 1) {
			const sample = await ask(app, load({ path, headers }));
			if (round >= 0) samples.push(sample);
		}
		const rate = rateOf(samples);
		const what = `${path}, signed out`;
		return atLeast(what, 0.5, "of the document's rate", rate / documentRate, perSecond(rate));
	}
}

/** The median of the rounds' ratios. */
function ratioOf({ app, other }: Samples, figure: "rate" | "cpuMs"): number {
	return median(
		app.map((sample, round) => sample[figure] / (other[round]?.[figure] ?? Number.NaN)),
	);
}

function rateOf(samples: Sample[]): number {
	return median(samples.map(({ rate }) => rate));
}

function shareOf({ what, samples }: { what: string; samples: Samples }, least: number): Row {
	const byCpu = 1 / ratioOf(samples, "cpuMs");
	const more = hasWrk
		? `${perSecond(rateOf(samples.app))}; ${byCpu.toFixed(2)} by CPU time`
		: "by CPU time";
	const share = hasWrk ? ratioOf(samples, "rate") : byCpu;
	return atLeast(what, least, "of bare node:http", share, more);
}

function perSecond(rate: number): string {
	return `${rate.toFixed(0)} a second`;
}

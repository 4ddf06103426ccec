import http from "node:http";
import { createClient, encode, FORM, type Values } from "../kit/http/client.ts";
import type { Author } from "../kit/ledger.ts";
import { startServer } from "../kit/process/server.ts";
import type { Site } from "../kit/rehearsal.ts";
import { percentile, type Row } from "../kit/report.ts";
import { pause } from "../kit/until.ts";

const TIMES = 5;
const MEASURE_MS = 5_000;
const OVERLOAD_MS = 60_000;
/** The server sheds load only once an overload has persisted: for pages and for posts. */
const PAGES_SETTLED_MS = 5_000;
const POSTS_SETTLED_MS = 30_000;
const WORKERS = 20;
/** A proxy's open connections. Its own queue isn't part of the measured wait. */
const CONNECTIONS = 500;
const TURN_MS = 20;
const PROBE_MS = 200;
const TIMEOUT_MS = 60_000;
const SOON_MS = 1_000;
const NORMAL_MS = 250;
const RECOVERED_MS = 5_000;
/** This many slow responses in a row are no coincidence. */
const ENOUGH = 5;

type Demand = { address: string; cookie: string; values?: Values };
type Seen = { at: number; ms: number; status: number; isSaid: boolean; isPost: boolean };

/** Sends five times the load that the server can handle, and measures what it sheds. */
export async function overload({ file, env, url }: Site, authors: Author[]): Promise<Row[]> {
	const server = await startServer(file, env);
	const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
	try {
		const rate = await sustainableRate(url, authors, agent);
		const probes = { isOver: false, health: [] as Seen[], kept: [] as Seen[] };
		const probing = [
			probe(url, "/healthz", probes.health, () => probes.isOver),
			probe(url, authors[0]?.document.path ?? "", probes.kept, () => probes.isOver),
		];
		const seen = await demand(url, authors, { rate: rate * TIMES, agent });
		const recoveredMs = await recover(url);
		probes.isOver = true;
		await Promise.all(probing);

		const answered = seen.filter(({ status }) => status !== 503);
		const shed = seen.filter(({ status }) => status === 503);
		const faults = answered.filter(({ status }) => status !== 200 && status !== 303);
		const unsaid = shed.filter(({ isSaid }) => !isSaid);
		const pages = answered.filter(({ isPost }) => !isPost);
		const posts = answered.filter(({ isPost }) => isPost);
		const pagesMs = most(pages.filter(({ at }) => at > PAGES_SETTLED_MS));
		const postsMs = most(posts.filter(({ at }) => at > POSTS_SETTLED_MS));
		const firstMs = most([
			...pages.filter(({ at }) => at <= PAGES_SETTLED_MS),
			...posts.filter(({ at }) => at <= POSTS_SETTLED_MS),
		]);
		const answeredRate = answered.length / (OVERLOAD_MS / 1000);
		return [
			{
				what: `${TIMES} times the ${rate.toFixed(0)} requests a second that it can answer, for ${OVERLOAD_MS / 1000} s: pages that are answered after the first ${PAGES_SETTLED_MS / 1000} s, and posts after ${POSTS_SETTLED_MS / 1000} s`,
				asked: "95 of 100 within 1 s, and within 1.5 s",
				seen: `${pagesMs.toFixed(0)} and ${postsMs.toFixed(0)} ms; ${answeredRate.toFixed(0)} a second`,
				isMet: answered.length > 0 && pagesMs <= SOON_MS && postsMs <= 1.5 * SOON_MS,
			},
			{
				what: "the same before that, while it could still be a crowd that goes again",
				asked: "95 of 100 within 10 s",
				seen: `${firstMs.toFixed(0)} ms`,
				isMet: firstMs <= 10_000,
			},
			{
				what: "who is not answered",
				asked: "503 with `Retry-After`, nothing else",
				seen: `${shed.length.toLocaleString("en")} of ${seen.length.toLocaleString("en")}; ${faults.length + unsaid.length} otherwise`,
				isMet: faults.length + unsaid.length === 0 && shed.length > 0,
			},
			{
				what: "`/healthz` and a kept public page meanwhile",
				asked: "95 of 100 within 1 s, all 200",
				seen: `${most(probes.health).toFixed(0)} and ${most(probes.kept).toFixed(0)} ms`,
				isMet:
					[...probes.health, ...probes.kept].every(({ status }) => status === 200) &&
					Math.max(most(probes.health), most(probes.kept)) <= SOON_MS,
			},
			{
				what: "from the end of the overload until everything is answered within 250 ms",
				asked: `within ${RECOVERED_MS / 1000} s`,
				seen: `${recoveredMs.toFixed(0)} ms`,
				isMet: recoveredMs <= RECOVERED_MS,
			},
		];
	} finally {
		agent.destroy();
		await server.stop();
	}
}

/** The 95th percentile of the waits. */
function most(seen: Seen[]): number {
	return percentile(
		seen.map(({ ms }) => ms),
		0.95,
	);
}

/** An owner's requests: one post for every four pages. */
function demandOf({ app, cookie }: Author, n: number): Demand {
	const demands: Demand[] = [
		{ address: "/settings", cookie },
		{ address: `/app/${app.appId}/settings`, cookie },
		{ address: "/settings", cookie, values: { full_name: `Ada ${n}`, company: "" } },
		{ address: "/saved-replies", cookie },
		{ address: "/auth/forgot", cookie },
	];
	return demands[n % demands.length] as Demand;
}

/** How many of these requests the server handles in a second, for 20 clients without pauses. */
async function sustainableRate(url: string, authors: Author[], agent: http.Agent): Promise<number> {
	const measure = async (ms: number) => {
		const end = performance.now() + ms;
		let count = 0;
		const work = async (worker: number) => {
			for (let n = worker; performance.now() < end; n += 1) {
				await ask(url, demandOf(authors[n % authors.length] as Author, n), agent);
				count += 1;
			}
		};
		await Promise.all(Array.from({ length: WORKERS }, (_, n) => work(n)));
		return count / (ms / 1000);
	};
	// A first round to warm up.
	await measure(MEASURE_MS / 2);
	return measure(MEASURE_MS);
}

/** Sends requests at a fixed rate, without waiting for responses. */
async function demand(
	url: string,
	authors: Author[],
	{ rate, agent }: { rate: number; agent: http.Agent },
): Promise<Seen[]> {
	const started = performance.now();
	const asked: Promise<Seen>[] = [];
	while (performance.now() - started < OVERLOAD_MS) {
		const at = performance.now() - started;
		const due = (at / 1000) * rate;
		while (asked.length < due) {
			const author = authors[asked.length % authors.length] as Author;
			asked.push(ask(url, demandOf(author, asked.length), agent).then((one) => ({ ...one, at })));
		}
		await pause(TURN_MS);
	}
	return Promise.all(asked);
}

function ask(url: string, { address, cookie, values }: Demand, agent?: http.Agent): Promise<Seen> {
	let started = performance.now();
	const body = values && encode(values);
	return new Promise((resolve) => {
		const done = (status: number, isSaid = false) =>
			resolve({ at: 0, ms: performance.now() - started, status, isSaid, isPost: !!body });
		const request = http.request(
			url + address,
			{
				agent,
				timeout: TIMEOUT_MS,
				method: body ? "POST" : "GET",
				headers: {
					Cookie: cookie,
					"Sec-Fetch-Site": "same-origin",
					...(body && { Origin: url, "Content-Type": FORM, "Content-Length": body.length }),
				},
			},
			(answer) => {
				answer.resume();
				answer.once("end", () => done(answer.statusCode ?? 0, "retry-after" in answer.headers));
				answer.once("error", () => done(0));
			},
		);
		request.once("socket", () => {
			started = performance.now();
		});
		request.once("timeout", () => request.destroy());
		request.once("error", () => done(0));
		request.end(body);
	});
}

async function probe(
	url: string,
	address: string,
	seen: Seen[],
	isOver: () => boolean,
): Promise<void> {
	while (!isOver()) {
		seen.push(await ask(url, { address, cookie: "" }));
		await pause(PROBE_MS);
	}
}

/** How long it takes until pages are served at once again. */
async function recover(url: string): Promise<number> {
	const started = performance.now();
	const client = createClient(url);
	let recovered = started;
	for (let inRow = 0; inRow < ENOUGH; inRow += 1) {
		const asked = performance.now();
		if (asked - started > TIMEOUT_MS) return Number.POSITIVE_INFINITY;
		const { status } = await client.get("/auth").catch(() => ({ status: 0 }));
		if (status !== 200 || performance.now() - asked > NORMAL_MS) {
			inRow = -1;
			recovered = performance.now();
		}
		await pause(PROBE_MS);
	}
	return recovered - started;
}

/** One process and two over the same database, with all cores for them and the load. */
import { createClient } from "../kit/http/client.ts";
import type { Row } from "../kit/report.ts";
import { atLeast, median } from "./figures.ts";
import { ask, askEach, type Sample } from "./load.ts";
import type { Place, Size } from "./run.ts";
import { freeLoad, pinLoad, type Server, startApp } from "./servers.ts";

const CONNECTIONS = 8;
const POSTS_A_ROUND = 200;

/** Measures how much more two processes do than one. They take turns. */
export async function processes({ file, site }: Place, { rounds, seconds }: Size): Promise<Row[]> {
	freeLoad();
	const start = (PROCESSES: string) => startApp(file, { PROCESSES }, { hasAllCores: true });
	const servers = [await start("1"), await start("2")] as const;
	const load = { connections: CONNECTIONS, seconds };
	const { cookie } = site.collector;
	const kinds: [what: string, measure: (server: Server) => Promise<Sample>][] = [
		// Only an address without a query is kept.
		["form that is not kept", (server) => ask(server, { ...load, path: `${site.form}?fresh` })],
		["dashboard", (server) => ask(server, { ...load, path: "/dashboard", headers: { cookie } })],
		["form posts that ask for the sum", (server) => postForms(server, site)],
	];
	try {
		const rows: Row[] = [];
		for (const [what, measure] of kinds) rows.push(await compare(what, measure));
		return rows;
	} finally {
		for (const server of servers) await server.stop();
		pinLoad();
	}

	async function compare(what: string, measure: (server: Server) => Promise<Sample>): Promise<Row> {
		const [one, two]: [Sample[], Sample[]] = [[], []];
		// The first round is to warm up.
		for (let round = -1; round < rounds; round += 1) {
			const [ofOne, ofTwo] = [await measure(servers[0]), await measure(servers[1])];
			if (round < 0) continue;
			one.push(ofOne);
			two.push(ofTwo);
		}
		const rates = median(two.map(({ rate }, round) => rate / (one[round]?.rate ?? Number.NaN)));
		const seen = [one, two].map((samples) => {
			const [rate, cpuMs] = (["rate", "cpuMs"] as const).map((figure) =>
				median(samples.map((sample) => sample[figure])),
			);
			return `${rate?.toFixed(0)} a second at ${cpuMs?.toFixed(1)} ms of CPU`;
		});
		return atLeast(`${what}, 2 processes`, 1.7, "times 1 process", rates, seen.join("; "));
	}
}

function postForms(server: Server, { form, typed }: Place["site"]): Promise<Sample> {
	const client = createClient(server.url);
	return askEach(server, CONNECTIONS, (n) => (n < POSTS_A_ROUND ? client.post(form, typed) : null));
}

/** Sends load, and reads what it cost the server. */
import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Answer } from "../kit/http/client.ts";
import { createClient } from "../kit/http/client.ts";
import { percentile } from "../kit/report.ts";
import { has, type Server } from "./servers.ts";

export const hasWrk = has("wrk");

export type Sample = {
	requests: number;
	/** Requests a second. Without wrk, the client is the limit, and this says little. */
	rate: number;
	/** Milliseconds until the whole answer was there. */
	p50: number;
	p99: number;
	/** Answers of 400 or above. */
	failed: number;
	/** Milliseconds of the server's CPU time for a request. */
	cpuMs: number;
};

type Load = {
	path: string;
	headers?: Record<string, string>;
	connections: number;
	seconds: number;
	/** What each connection waits before a request, on average. */
	pauseMs?: number;
};

type Round = Omit<Sample, "rate" | "cpuMs"> & { seconds: number };

/** Asks for one page over and over: with wrk, or without it by a loop in this process. */
export function ask(server: Server, load: Load): Promise<Sample> {
	if (hasWrk) return costing(server, () => runWrk(server.url, load));
	const client = createClient(server.url);
	const over = performance.now() + load.seconds * 1_000;
	return askEach(server, load.connections, () =>
		performance.now() < over ? client.get(load.path, load.headers) : null,
	);
}

/** Asks for each of some pages once. */
export function sweep(
	server: Server,
	paths: string[],
	connections: number,
	headers: Record<string, string> = {},
): Promise<Sample> {
	const client = createClient(server.url);
	return askEach(server, connections, (n) => {
		const path = paths[n];
		return path === undefined ? null : client.get(path, headers);
	});
}

/** Sends requests, each connection one after the other, until `send` has none for a number. */
export function askEach(
	server: Server,
	connections: number,
	send: (n: number) => Promise<Answer> | null,
): Promise<Sample> {
	return costing(server, async () => {
		const times: number[] = [];
		let failed = 0;
		let sent = 0;
		const started = performance.now();
		async function askOn(): Promise<void> {
			while (true) {
				const asked = performance.now();
				const answer = send(sent++);
				if (!answer) return;
				if ((await answer).status >= 400) failed += 1;
				times.push(performance.now() - asked);
			}
		}
		await Promise.all(Array.from({ length: connections }, askOn));
		const seconds = (performance.now() - started) / 1_000;
		const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
		return { requests: times.length, seconds, p50, p99, failed };
	});
}

async function costing(server: Server, run: () => Promise<Round>): Promise<Sample> {
	const before = server.cpuSeconds();
	const { seconds, ...round } = await run();
	const cpuMs = ((server.cpuSeconds() - before) * 1_000) / round.requests;
	return { ...round, cpuMs, rate: round.requests / seconds };
}

async function runWrk(url: string, { path: page, headers = {}, ...load }: Load): Promise<Round> {
	const args = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
	const { connections, seconds, pauseMs = 0 } = load;
	const script = path.join(import.meta.dirname, "wrk.lua");
	const { stderr } = await promisify(execFile)(
		"wrk",
		[
			"-t1",
			"--timeout",
			"30s",
			`-c${connections}`,
			`-d${seconds}s`,
			"-s",
			script,
			...args,
			url + page,
		],
		{ env: { PATH: process.env.PATH, PAUSE_MS: String(Math.round(pauseMs)) } },
	);
	const { lost, ...round } = JSON.parse(stderr) as Round & { lost: number };
	if (lost > 0) throw new Error(`${url}${page}: ${lost} requests were lost`);
	return round;
}

/**
 * Runs several server processes over one port and one database, for PROCESSES above 1. The primary
 * replaces each that ends. It loads nothing of the app, so it stays small and can hardly fail.
 */
import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import os from "node:os";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";

/** One that ends sooner may end again as soon, so its replacement waits longer. */
const STEADY_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;
/** When nobody is left to serve, so many quick ends in a row show that more starts won't help. */
const MOST_QUICK_ENDS = 5;

// The processes accept connections themselves. A primary that hands them out (node:cluster's usual
// way) never closes those that it handed to a process that was about to end: their clients hang.
cluster.schedulingPolicy = cluster.SCHED_NONE;

/** What a server process tells the primary once it takes connections. */
export type Ready = { port: number; appUrl: string; mode: "local" | "hosted" };

/** Whether this process runs the jobs: the only one, or one of several. */
export const runsJobs = cluster.isPrimary || process.env.RUNS_JOBS === "true";

/**
 * Returns the number of processes that PROCESSES asks for. It doesn't judge the text: a server
 * process reads its environment, and refuses to start with what is no number.
 */
export function countProcesses(text = process.env.PROCESSES): number {
	return text === "auto" ? os.availableParallelism() : Number(text) || 1;
}

/**
 * Keeps `count` server processes running until a signal asks this one to stop. The first one starts
 * alone: if it can't, it has said why, and this process ends with the same exit code.
 */
export async function runProcesses(count: number): Promise<void> {
	const all = new Set<Worker>();
	const serving = new Set<Worker>();
	let hasServed = false;
	let isStopping = false;

	/** Resolves once the process, or a replacement of it, takes connections. */
	function keepRunning(environment: { RUNS_JOBS: boolean }): Promise<Ready> {
		const { promise, resolve } = Promise.withResolvers<Ready>();
		replaceEnded(environment, resolve);
		return promise;
	}

	async function replaceEnded(environment: object, onReady: (ready: Ready) => void) {
		for (let quickEnds = 0; !isStopping; ) {
			const startedAt = performance.now();
			const worker = cluster.fork(environment);
			all.add(worker);
			worker.once("message", (ready: Ready) => {
				hasServed = true;
				serving.add(worker);
				onReady(ready);
			});
			const [code, signal] = (await once(worker, "exit")) as [number | null, string | null];
			all.delete(worker);
			// One that never served has failed, however long a slow machine took over it.
			const isSteady = serving.delete(worker) && performance.now() - startedAt >= STEADY_MS;
			if (isStopping) return;
			if (!hasServed) process.exit(code ?? 1);
			say("process ended", { pid: worker.process.pid, code, signal });
			quickEnds = isSteady ? 0 : quickEnds + 1;
			if (quickEnds >= MOST_QUICK_ENDS && serving.size === 0) process.exit(1);
			await pause(Math.min(FIRST_PAUSE_MS * 2 ** quickEnds, LONGEST_PAUSE_MS));
		}
	}

	async function stop() {
		if (isStopping) process.exit(1);
		isStopping = true;
		say("stopping");
		const ends = await Promise.all([...all].map(end));
		say("stopped");
		process.exit(ends.every(Boolean) ? 0 : 1);
	}

	process.on("SIGTERM", stop);
	process.on("SIGINT", stop);
	// When the log's reader is gone, lines are lost and the site goes on.
	process.stdout.on("error", () => {});
	const first = await keepRunning({ RUNS_JOBS: true });
	const others = Array.from({ length: count - 1 }, () => keepRunning({ RUNS_JOBS: false }));
	await Promise.all(others);
	announce(first, say);
}

/** Says where the server is, on standard output. Of several processes, the primary says it. */
export function announce({ port, appUrl, mode }: Ready, logEvent: typeof say): void {
	if (cluster.isWorker) process.send?.({ port, appUrl, mode });
	else if (mode === "local") process.stdout.write(`Smallprint is at ${appUrl}\n`);
	else logEvent("listening", { port });
}

/** Asks a process to stop. Returns whether it did; one that still starts is simply gone. */
async function end(worker: Worker): Promise<boolean> {
	const ended = once(worker, "exit") as Promise<[number | null, string | null]>;
	worker.process.kill("SIGTERM");
	const [code, signal] = await ended;
	return code === 0 || signal === "SIGTERM";
}

/** Logs a line as the app does. */
function say(event: string, details: Record<string, unknown> = {}): void {
	const line = JSON.stringify({ at: new Date().toISOString(), event, ...details });
	process.stdout.write(`${line}\n`);
}

import path from "node:path";
import { setTimeout as setTimeoutAsync } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { RenderReady, Task, TaskReply, TaskResult } from "./worker.ts";

/** How often a document's time is looked at, in milliseconds. */
const LOOK_EVERY_MS = 100;

/** An idle worker ends after so long, which frees 35 MB. A new one takes 0.3 s to start. */
export const REST_MS = 30_000;

const START_PATIENCE_MS = 60_000;

/** An honest document of 200 kB needs half of this. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 32 };

// The working directory is always the project's root. `import.meta.url` would not work: the build
// bundles this file into another directory, while the worker runs from its source.
const WORKER_PATH = path.resolve("app/platform/markdown/worker.ts");

/** The document takes more time or memory to render than any honest one. */
export class MarkdownTooSlowError extends Error {
	override name = "MarkdownTooSlowError";
}

/** Too many documents wait, or the machine has no time for this one. A retry may succeed. */
export class MarkdownBusyError extends Error {
	override name = "MarkdownBusyError";
}

export type Limits = { work?: number; patience: number };

const MICROSECONDS_PER_MS = 1_000;

const ANSWER_WITHIN_MS = 5_000;

let warmWorker: Worker | null = null;
let resting: NodeJS.Timeout | undefined;

/**
 * Has the worker do a task, one at a time. Throws MarkdownTooSlowError and MarkdownBusyError beyond
 * the limits, and what the task threw.
 */
export async function runInThread(task: Task, limits: Limits): Promise<TaskResult> {
	clearTimeout(resting);
	const worker = warmWorker ?? (await start());
	// A worker with a document keeps the process alive; an idle one does not.
	worker.ref();
	try {
		const reply = await answerOf<TaskReply>(worker, limits, () => {
			worker.postMessage(task);
		});
		if ("result" in reply) return reply.result;
		throw asRefusal(reply.error);
	} finally {
		worker.unref();
		resting = setTimeout(() => end(worker), REST_MS).unref();
	}
}

async function start(): Promise<Worker> {
	const worker = new Worker(WORKER_PATH, {
		env: {},
		execArgv: [],
		resourceLimits: RESOURCE_LIMITS,
	});
	warmWorker = worker;
	// A worker that fails while idle must not end the process.
	worker.on("error", () => forget(worker));
	worker.on("exit", () => forget(worker));
	await answerOf<RenderReady>(worker, { patience: START_PATIENCE_MS }, () => {});
	return worker;
}

function end(worker: Worker): void {
	forget(worker);
	void worker.terminate();
}

function forget(worker: Worker): void {
	if (warmWorker === worker) warmWorker = null;
}

/**
 * Returns the worker's next message. A worker that works longer than `work`, is silent longer than
 * `patience`, or dies, is replaced.
 */
function answerOf<Message>(worker: Worker, limits: Limits, ask: () => void): Promise<Message> {
	return new Promise((resolve, reject) => {
		const started = performance.now();
		const startedAt = workOf(worker);
		let looking = setTimeout(look, LOOK_EVERY_MS);

		function settle(): void {
			clearTimeout(looking);
			worker.off("message", onMessage).off("error", onError).off("exit", onExit);
		}

		function onMessage(message: Message): void {
			settle();
			resolve(message);
		}

		function onError(error: Error): void {
			settle();
			forget(worker);
			reject(asRefusal(error));
		}

		function onExit(): void {
			onError(new Error("The Markdown worker stopped"));
		}

		async function look(): Promise<void> {
			const worked = (await workOf(worker)) - (await startedAt);
			const refusal = refusalAfter(worked, performance.now() - started, limits);
			// A message that arrived meanwhile has settled this.
			if (!worker.listeners("message").includes(onMessage)) return;
			if (!refusal) {
				looking = setTimeout(look, LOOK_EVERY_MS);
				return;
			}
			settle();
			forget(worker);
			// Waits, so that the next document doesn't share the core with this one.
			await worker.terminate();
			reject(refusal);
		}

		worker.on("message", onMessage).on("error", onError).on("exit", onExit);
		ask();
	});
}

function refusalAfter(worked: number, waited: number, { work, patience }: Limits): Error | null {
	if (work !== undefined && worked > work) {
		return new MarkdownTooSlowError(`The document takes more than ${work} ms of a core's time`);
	}
	return waited > patience ? new MarkdownBusyError("The machine is too busy to render") : null;
}

/**
 * Returns how many milliseconds of a core's time the worker has had; 0 if it has ended, or doesn't
 * say so in time.
 */
async function workOf(worker: Worker): Promise<number> {
	const nothing = { user: 0, system: 0 };
	const { user, system } = await Promise.race([
		worker.cpuUsage().catch(() => nothing),
		setTimeoutAsync(ANSWER_WITHIN_MS, nothing, { ref: false }),
	]);
	return (user + system) / MICROSECONDS_PER_MS;
}

/** Running out of heap, stack or string length is the document's fault; other errors are ours. */
function asRefusal(error: { name: string; message: string; code?: string }): Error {
	if (error.code === "ERR_WORKER_OUT_OF_MEMORY" || error.name === "RangeError") {
		return new MarkdownTooSlowError("The document takes too much memory", { cause: error });
	}
	return error instanceof Error ? error : Object.assign(new Error(error.message), error);
}

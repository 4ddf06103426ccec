import path from "node:path";
import { setTimeout as setTimeoutAsync } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import type { RenderedDocument, RenderOptions } from "./render.ts";
import type { RenderReady, RenderReply, RenderRequest } from "./worker.ts";

export type { RenderedDocument } from "./render.ts";

/** How much of a core's time one document may take, in milliseconds. */
export const RENDER_DEADLINE_MS = 1_000;

/** How long one document may take on a machine that has little time for it. */
export const RENDER_PATIENCE_MS = 60_000;

/** How often a document's time is looked at, in milliseconds. */
const LOOK_EVERY_MS = 100;

/** How many documents of all accounts may wait: half a minute of work at worst. */
export const MAX_WAITING_RENDERS = 24;

/** How many documents of one account may be waiting or in progress. */
export const MAX_RENDERS_PER_ACCOUNT = 4;

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

type Limits = { work?: number; patience: number };

const RENDER_LIMITS: Limits = { work: RENDER_DEADLINE_MS, patience: RENDER_PATIENCE_MS };

const MICROSECONDS_PER_MS = 1_000;

const ANSWER_WITHIN_MS = 5_000;

type Job = {
	request: RenderRequest;
	account: string | undefined;
	resolve: (rendered: RenderedDocument) => void;
	reject: (error: Error) => void;
};

const waiting: Job[] = [];
let current: Job | null = null;
let warmWorker: Worker | null = null;
let resting: NodeJS.Timeout | undefined;
let lastId = 0;

/**
 * Renders Markdown in a worker thread, one document at a time in the order of the calls, so that
 * no document blocks the event loop. Rejects with MarkdownTooSlowError when a document takes more
 * than RENDER_DEADLINE_MS of a core's time or too much memory. Rejects with MarkdownBusyError when
 * the machine has had too little time for it after RENDER_PATIENCE_MS, and at once when too many
 * documents are waiting in all, or of the given account, so that nobody can fill the queue alone.
 */
export function renderInWorker(
	source: string,
	{ account, ...options }: RenderOptions & { account?: string } = {},
): Promise<RenderedDocument> {
	return new Promise((resolve, reject) => {
		const isBusy =
			waiting.length >= MAX_WAITING_RENDERS ||
			(account !== undefined && rendersOf(account) >= MAX_RENDERS_PER_ACCOUNT);
		if (isBusy) {
			reject(new MarkdownBusyError("Too many documents are being saved"));
			return;
		}
		lastId += 1;
		waiting.push({ request: { id: lastId, source, options }, account, resolve, reject });
		if (!current) void work();
	});
}

function rendersOf(account: string): number {
	const underWay = current?.account === account ? 1 : 0;
	return underWay + waiting.filter((job) => job.account === account).length;
}

async function work(): Promise<void> {
	for (current = takeNext(); current; current = takeNext()) {
		const job = current;
		try {
			job.resolve(await render(job.request));
		} catch (error) {
			job.reject(error as Error);
		}
	}
}

function takeNext(): Job | null {
	return waiting.shift() ?? null;
}

async function render(request: RenderRequest): Promise<RenderedDocument> {
	clearTimeout(resting);
	const worker = warmWorker ?? (await start());
	// A worker with a document keeps the process alive; an idle one does not.
	worker.ref();
	try {
		const reply = await answerOf<RenderReply>(worker, RENDER_LIMITS, () => {
			worker.postMessage(request);
		});
		if ("rendered" in reply) return reply.rendered;
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

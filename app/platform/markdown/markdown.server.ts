import type { Comparison } from "./compare/compare.ts";
import type { RenderedDocument, RenderOptions } from "./render.ts";
import type { Compared, Read, Task, TaskResult } from "./worker.ts";
import { type Limits, MarkdownBusyError, runInThread } from "./worker-thread.server.ts";

export type { Comparison } from "./compare/compare.ts";
export type { RenderedDocument } from "./render.ts";
export { MarkdownBusyError, MarkdownTooSlowError, REST_MS } from "./worker-thread.server.ts";

/** How much of a core's time one document may take, in milliseconds. */
export const RENDER_DEADLINE_MS = 1_000;

/** The same for comparing two documents, besides rendering them. */
const COMPARE_DEADLINE_MS = 500;

/** The same for a module that reads a rendered document. */
const READ_DEADLINE_MS = 500;

/** How long one document may take on a machine that has little time for it. */
export const RENDER_PATIENCE_MS = 60_000;

/** How many documents of all accounts may wait: half a minute of work at worst. */
export const MAX_WAITING_RENDERS = 24;

/** How many documents of one account may be waiting or in progress. */
export const MAX_RENDERS_PER_ACCOUNT = 4;

/**
 * The account of all visitors together: earlier versions and comparisons are made when somebody
 * asks. They come after what owners save, and take no more places than one owner.
 */
export const VISITORS = "visitors";

const LIMITS: Record<Task["kind"], Limits> = {
	render: { work: RENDER_DEADLINE_MS, patience: RENDER_PATIENCE_MS },
	compare: {
		work: 2 * RENDER_DEADLINE_MS + COMPARE_DEADLINE_MS,
		patience: 2 * RENDER_PATIENCE_MS,
	},
	read: { work: RENDER_DEADLINE_MS + READ_DEADLINE_MS, patience: RENDER_PATIENCE_MS },
};

/** For whom a task is done. */
type Asker = {
	account?: string;
	/** Is aborted once nobody waits for the result. */
	signal?: AbortSignal;
};

type Job = Asker & {
	task: Task;
	resolve: (result: TaskResult) => void;
	reject: (error: Error) => void;
};

const waiting: Job[] = [];
let current: Job | null = null;

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
	return inWorker({ kind: "render", source, options }, { account }) as Promise<RenderedDocument>;
}

/**
 * Compares two documents in the worker thread, as renderInWorker() renders one. `base` is the page
 * that links to places in the texts lead to.
 */
export function compareInWorker(
	{ before, after, base }: { before: Compared; after: Compared; base: string },
	account: string,
): Promise<Comparison> {
	return inWorker({ kind: "compare", before, after, base }, { account }) as Promise<Comparison>;
}

/**
 * Has a module of another part of the app read a text's page in the worker thread: in one place of
 * the queue, rendered first if it is a source. `reader` is the module's path from the project's root
 * and no stranger's; its default export is a pure function. Rejects as renderInWorker() does, and
 * leaves the queue once `signal` is aborted.
 */
export function readInWorker<Result>(
	text: Compared,
	{ reader, about }: { reader: string; about: unknown },
	asker: Asker,
): Promise<Read<Result>> {
	return inWorker({ kind: "read", text, reader, about }, asker) as Promise<Read<Result>>;
}

function inWorker(task: Task, { account, signal }: Asker): Promise<TaskResult> {
	return new Promise((resolve, reject) => {
		const isBusy =
			waiting.length >= MAX_WAITING_RENDERS ||
			(account !== undefined && rendersOf(account) >= MAX_RENDERS_PER_ACCOUNT);
		if (isBusy) {
			reject(new MarkdownBusyError("Too many documents are being saved"));
			return;
		}
		const job = { task, account, signal, resolve, reject };
		waiting.push(job);
		signal?.addEventListener("abort", () => leave(job), { once: true });
		if (!current) void work();
	});
}

function leave(job: Job): void {
	const at = waiting.indexOf(job);
	if (at === -1) return;
	waiting.splice(at, 1);
	job.reject(new MarkdownBusyError("Nobody waits for it any more"));
}

function rendersOf(account: string): number {
	const underWay = current?.account === account ? 1 : 0;
	return underWay + waiting.filter((job) => job.account === account).length;
}

async function work(): Promise<void> {
	for (current = takeNext(); current; current = takeNext()) {
		const job = current;
		try {
			job.resolve(await runInThread(job.task, LIMITS[job.task.kind]));
		} catch (error) {
			job.reject(error as Error);
		}
	}
}

function takeNext(): Job | null {
	const first = waiting.findIndex(({ account }) => account !== VISITORS);
	return waiting.splice(Math.max(first, 0), 1)[0] ?? null;
}

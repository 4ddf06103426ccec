import { clock } from "#app/platform/clock.server.ts";
import { afterCommit, sharedTransaction, type Transaction } from "#app/platform/db/db.server.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import { later, MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { findJobs, insertJob, type LeasedJob, leaseJob, putOffJob, removeJob } from "./job.sql.ts";
import { startWorker } from "./worker.server.ts";

/** How long one run may take before another worker may take the job. */
const LEASE_MS = MINUTE_MS;
const POLL_MS = SECOND_MS / 4;

/** One thing to do: `key` is the id of the row that it is about. `attempts` counts this one. */
export type Job = { key: string; attempts: number };

/**
 * What comes of a run: the job is done and goes, is tried again after the kind's wait, or comes
 * again at a moment. `store` writes the result in the transaction that settles the job.
 */
export type Outcome = {
	next: "done" | "retry" | Date;
	store?: (tx: Transaction) => void;
};

/** Something that is done later, at least once for each job. */
export type JobKind = {
	/** As the table has it. */
	name: string;
	/** As many run together; and as many run twice, at most, when the process is killed meanwhile. */
	atOnce: number;
	/** The wait after the first failure. Each wait is twice the one before, up to the longest. */
	firstRetryMs: number;
	longestRetryMs: number;
	/** How far ahead a job of this kind is ever due, where that is more than the longest wait. */
	farthestMs?: number;
	/** What it throws is logged, and the job is tried again. */
	run: (job: Job) => Promise<Outcome>;
};

/** What cuts short the pause of this process's worker of a kind. */
const wakers = new Map<string, () => void>();

/**
 * Has something done later, or at once after the commit of the caller's transaction. There is one
 * job for a kind and key: asked for again, it comes at the earlier moment. The jobs of one group
 * run one after another, in the order of their keys.
 */
export function enqueueJob(
	tx: Transaction,
	{ name }: JobKind,
	{ key, group = null, dueAt }: { key: string; group?: string | null; dueAt?: Date },
): void {
	insertJob(tx, { kind: name, key, groupKey: group, dueAt: sqlTime(dueAt ?? clock.now()) });
	if (!dueAt) afterCommit(tx, () => wakers.get(name)?.());
}

/**
 * Runs the jobs of a kind that are due, as many as may run at once, and returns how many it tried.
 * Several workers may do so: a lease taken by compare-and-swap gives each job to one of them.
 */
export async function runDueJobs(
	kind: JobKind,
	onError: (error: unknown) => void,
): Promise<number> {
	const due = findDue(kind);
	if (due.length === 0) return 0;
	const leased = await sharedTransaction(async (tx) => {
		const until = sqlTime(later(clock.now(), LEASE_MS));
		return due
			.map((job) => leaseJob(tx, kind.name, { ...job, until }))
			.filter((job) => job !== undefined);
	});
	await Promise.all(leased.map((job) => runJob(kind, job, onError)));
	return leased.length;
}

/**
 * The jobs that may be tried now. One that waits for longer than any of its kind does was put off
 * while the clock went wrong, and is due. Asked for apart: in one query, SQLite would walk every
 * job of the kind that is not due.
 */
function findDue({ name, atOnce, longestRetryMs, farthestMs = longestRetryMs }: JobKind) {
	const now = clock.now();
	const farthest = sqlTime(later(now, farthestMs));
	const due = findJobs(name, { after: "", until: sqlTime(now), limit: atOnce });
	const limit = atOnce - due.length;
	return limit === 0 ? due : [...due, ...findJobs(name, { after: farthest, until: "~", limit })];
}

/** What comes of a job is stored at once, so that a crash repeats as few as can be. */
async function runJob(
	kind: JobKind,
	job: LeasedJob,
	onError: (error: unknown) => void,
): Promise<void> {
	let outcome: Outcome = { next: "retry" };
	try {
		outcome = await kind.run(job);
	} catch (error) {
		onError(error);
	}
	const { next, store } = outcome;
	await sharedTransaction(async (tx) => {
		store?.(tx);
		if (next === "done") removeJob(tx, kind.name, job);
		else if (next === "retry") {
			putOffJob(tx, kind.name, { ...job, until: sqlTime(retryAt(kind, job)) });
		} else putOffJob(tx, kind.name, { ...job, attempts: 0, until: sqlTime(next) });
	});
}

function retryAt({ firstRetryMs, longestRetryMs }: JobKind, { attempts }: Job): Date {
	return later(clock.now(), Math.min(firstRetryMs * 2 ** (attempts - 1), longestRetryMs));
}

/**
 * Starts a worker for each kind, so that none waits for another. The function that it returns stops
 * them, once the jobs under way are done.
 */
export function startJobs(
	kinds: JobKind[],
	onError: (error: unknown) => void,
): () => Promise<void> {
	const workers = kinds.map((kind) => {
		const worker = startWorker(POLL_MS, () => runDueJobs(kind, onError), onError);
		wakers.set(kind.name, worker.wake);
		return worker;
	});
	return async () => {
		await Promise.all(workers.map(({ stop }) => stop()));
	};
}

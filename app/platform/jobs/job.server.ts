import { clock } from "#app/platform/clock.server.ts";
import {
	plain,
	readRow,
	readRows,
	sharedTransaction,
	type Transaction,
} from "#app/platform/db/db.server.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { ANY, DUE, ENQUEUE, HASTEN, LEASE, PUT_OFF, REMOVE, REPEAT } from "./job.sql.ts";
import { startWorker } from "./worker.server.ts";

/** How long one run may take before another worker may take the job. */
const LEASE_MS = MINUTE_MS;
const POLL_MS = SECOND_MS / 4;

/** `key` is the id of the row that the job is about. `attempts` includes the current one. */
export type Job = { key: string; attempts: number };

/**
 * Says whether the job is done, is retried after its kind's wait, or runs again at a given time.
 * `store` writes the result, in the transaction that settles the job.
 */
export type Outcome = { next: "done" | "retry" | Date; store?: (tx: Transaction) => void };

/** A kind of background work. Each job runs at least once. */
export type JobKind = {
	name: string;
	/** An error is logged, and the job is retried. */
	run: (job: Job) => Promise<Outcome>;
	/** How many run at once, 1 by default. After a crash, at most as many run twice. */
	atOnce?: number;
	/** The wait after the first failure (default 1 minute). It doubles up to the longest (1 hour). */
	firstRetryMs?: number;
	longestRetryMs?: number;
	/** How far ahead a job can be due, if that is more than the longest wait. */
	farthestMs?: number;
};

/**
 * Adds a job that runs at `dueAt`, or as soon as the caller's transaction is stored. A kind and a
 * key have one job: adding it again keeps the earlier time, and adding it while it runs makes it run
 * once more. The jobs of a group run one after another, in the order of their keys.
 */
export function enqueueJob(
	tx: Transaction,
	{ name }: Pick<JobKind, "name">,
	job: { key: string; group?: string | null; dueAt?: Date },
): void {
	plain(tx).run(ENQUEUE, [name, job.key, job.group ?? null, sqlTime(job.dueAt ?? clock.now())]);
}

/**
 * Makes the failed jobs of a kind due now, and returns their number. Those due within the time of a
 * lease stay as they are: a worker may hold them.
 */
export function hastenJobs(tx: Transaction, name: string): number {
	const now = clock.now();
	return plain(tx).run(HASTEN, [sqlTime(now), name, sqlTime(later(now, LEASE_MS))]);
}

/** Returns whether a kind has a job that is not done. */
export function isJobWaiting({ name }: Pick<JobKind, "name">): boolean {
	return readRow(ANY, [name]) !== undefined;
}

type Leased = Job & { dueAt: string };
type OnError = (error: unknown) => void;

/**
 * Runs the due jobs of a kind, as many as may run at once, and returns how many it tried. Several
 * workers may run: a lease, taken by compare-and-swap, gives each job to one of them.
 */
export async function runDueJobs(kind: JobKind, onError: OnError): Promise<number> {
	const due = findDue(kind);
	if (due.length === 0) return 0;
	const leased = await sharedTransaction(async (tx) => {
		const until = sqlTime(later(clock.now(), LEASE_MS));
		return due.flatMap(
			({ key, dueAt }) => plain(tx).row<Leased>(LEASE, [until, kind.name, key, dueAt]) ?? [],
		);
	});
	await Promise.all(leased.map((job) => runJob(kind, job, onError)));
	return leased.length;
}

/**
 * Returns the jobs that may run now, the longest due first. A job that is due later than its kind
 * allows was put off while the clock was ahead, so it counts as due. The extra minute is for a
 * worker that read the clock before another one put a job off. These are two queries, because in
 * one SQLite would walk every job of the kind that is not due.
 */
function findDue({ name, atOnce = 1, longestRetryMs = HOUR_MS, farthestMs }: JobKind) {
	const now = clock.now();
	const farthest = sqlTime(later(now, (farthestMs ?? longestRetryMs) + MINUTE_MS));
	const find = (after: string, until: string) =>
		readRows<Pick<Leased, "key" | "dueAt">>(DUE, [name, after, until, atOnce]);
	return [...find("", sqlTime(now)), ...find(farthest, "~")].slice(0, atOnce);
}

/** Stores each job's result as soon as it is known, so that a crash repeats few jobs. */
async function runJob(kind: JobKind, job: Leased, onError: OnError): Promise<void> {
	const { next, store } = await kind.run(job).catch((error): Outcome => {
		onError(error);
		return { next: "retry" };
	});
	const { name, firstRetryMs = MINUTE_MS, longestRetryMs = HOUR_MS } = kind;
	const found = [name, job.key, job.dueAt];
	const waitMs = Math.min(firstRetryMs * 2 ** (job.attempts - 1), longestRetryMs);
	await sharedTransaction(async (tx) => {
		store?.(tx);
		if (next === "done") {
			if (plain(tx).run(REMOVE, found) === 0) plain(tx).run(REPEAT, found);
		} else if (next !== "retry") plain(tx).run(PUT_OFF, [sqlTime(next), 0, ...found]);
		else plain(tx).run(PUT_OFF, [sqlTime(later(clock.now(), waitMs)), job.attempts, ...found]);
	});
}

/** Starts a kind's worker. Returns a function that stops it and waits for its current jobs. */
export function startJob(kind: JobKind, onError: OnError): () => Promise<void> {
	return startWorker(POLL_MS, () => runDueJobs(kind, onError), onError);
}

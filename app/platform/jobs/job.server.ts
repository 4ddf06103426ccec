import { clock } from "#app/platform/clock.server.ts";
import {
	plain,
	readRows,
	sharedTransaction,
	type Transaction,
} from "#app/platform/db/db.server.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { DUE, ENQUEUE, LEASE, PUT_OFF, REMOVE } from "./job.sql.ts";
import { startWorker } from "./worker.server.ts";

/** How long one run may take before another worker may take the job. */
const LEASE_MS = MINUTE_MS;
const POLL_MS = SECOND_MS / 4;

/** `key` is the id of the row that it is about. `attempts` counts this one. */
export type Job = { key: string; attempts: number };

/**
 * Whether the job is done, is tried again after its kind's wait, or comes again at a moment.
 * `store` writes the result, in the transaction that settles the job.
 */
export type Outcome = { next: "done" | "retry" | Date; store?: (tx: Transaction) => void };

/** Something that is done later, at least once for each job. */
export type JobKind = {
	name: string;
	/** What it throws is logged, and the job is tried again. */
	run: (job: Job) => Promise<Outcome>;
	/** As many run together, 1 by default; and as many run twice, at most, after a crash. */
	atOnce?: number;
	/** The wait after the first failure, a minute by default. It doubles up to the longest, an hour. */
	firstRetryMs?: number;
	longestRetryMs?: number;
	/** How far ahead a job is ever due, where that is more than the longest wait. */
	farthestMs?: number;
};

/**
 * Has something done later, or at once when the caller's transaction is stored. There is one job
 * for a kind and key: asked for again, it comes at the earlier moment. The jobs of a group run one
 * after another, in the order of their keys.
 */
export function enqueueJob(
	tx: Transaction,
	{ name }: JobKind,
	job: { key: string; group?: string | null; dueAt?: Date },
): void {
	plain(tx).run(ENQUEUE, [name, job.key, job.group ?? null, sqlTime(job.dueAt ?? clock.now())]);
}

type Leased = Job & { dueAt: string };
type OnError = (error: unknown) => void;

/**
 * Runs the jobs of a kind that are due, as many as may run at once, and returns how many it tried.
 * Several workers may do so: a lease taken by compare-and-swap gives each job to one of them.
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
 * The jobs that may be tried now, the longest due first. A job that waits for longer than any of its
 * kind does was put off while the clock was ahead, and is due. The minute on top is for a worker that
 * read the clock before another one put a job off. The two are separate queries: in one, SQLite would
 * walk every job of the kind that is not due.
 */
function findDue({ name, atOnce = 1, longestRetryMs = HOUR_MS, farthestMs }: JobKind) {
	const now = clock.now();
	const farthest = sqlTime(later(now, (farthestMs ?? longestRetryMs) + MINUTE_MS));
	const find = (after: string, until: string) =>
		readRows<Pick<Leased, "key" | "dueAt">>(DUE, [name, after, until, atOnce]);
	return [...find("", sqlTime(now)), ...find(farthest, "~")].slice(0, atOnce);
}

/** What comes of a job is stored at once, so that a crash repeats as few as can be. */
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
		if (next === "done") plain(tx).run(REMOVE, found);
		else if (next !== "retry") plain(tx).run(PUT_OFF, [sqlTime(next), 0, ...found]);
		else plain(tx).run(PUT_OFF, [sqlTime(later(clock.now(), waitMs)), job.attempts, ...found]);
	});
}

/** Starts the worker of a kind. The function that it returns stops it, once what it is at is done. */
export function startJob(kind: JobKind, onError: OnError): () => Promise<void> {
	return startWorker(POLL_MS, () => runDueJobs(kind, onError), onError);
}

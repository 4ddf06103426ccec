import { plain, readRows, type Transaction } from "#app/platform/db/db.server.ts";

/** A job as it was found. `dueAt` is a text, see `sqlTime`. */
export type FoundJob = { key: string; dueAt: string };
export type LeasedJob = FoundJob & { attempts: number };

type NewJob = { kind: string; key: string; groupKey: string | null; dueAt: string };

/** Adds a job. One that is there already comes no later than it would, and no later than this. */
export function insertJob(tx: Transaction, { kind, key, groupKey, dueAt }: NewJob): void {
	plain(tx).run(
		`INSERT INTO Job (kind, key, groupKey, dueAt) VALUES (?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET dueAt = min(dueAt, excluded.dueAt)`,
		[kind, key, groupKey, dueAt],
	);
}

/**
 * The jobs of a kind that are due after one moment and until another, the longest due first, which
 * is an index's order. One whose group has an earlier job is left out.
 */
export function findJobs(
	kind: string,
	{ after, until, limit }: { after: string; until: string; limit: number },
): FoundJob[] {
	return readRows<FoundJob>(
		`SELECT key, dueAt FROM Job AS job WHERE kind = ? AND dueAt > ? AND dueAt <= ?
		AND NOT EXISTS (
			SELECT 1 FROM Job AS earlier WHERE earlier.kind = job.kind
			AND earlier.groupKey = job.groupKey AND earlier.key < job.key
		)
		ORDER BY dueAt LIMIT ?`,
		[kind, after, until, limit],
	);
}

/** Takes a lease of a job that is still as it was found. */
export function leaseJob(
	tx: Transaction,
	kind: string,
	{ key, dueAt, until }: FoundJob & { until: string },
): LeasedJob | undefined {
	return plain(tx).row<LeasedJob>(
		`UPDATE Job SET dueAt = ?, attempts = attempts + 1 WHERE kind = ? AND key = ? AND dueAt = ?
		RETURNING key, dueAt, attempts`,
		[until, kind, key, dueAt],
	);
}

/** Puts a job off, unless its lease was lost or it was asked for anew meanwhile. */
export function putOffJob(
	tx: Transaction,
	kind: string,
	{ key, dueAt, attempts, until }: LeasedJob & { until: string },
): void {
	plain(tx).run("UPDATE Job SET dueAt = ?, attempts = ? WHERE kind = ? AND key = ? AND dueAt = ?", [
		until,
		attempts,
		kind,
		key,
		dueAt,
	]);
}

/** Removes a job that is done, unless its lease was lost or it was asked for anew meanwhile. */
export function removeJob(tx: Transaction, kind: string, { key, dueAt }: FoundJob): void {
	plain(tx).run("DELETE FROM Job WHERE kind = ? AND key = ? AND dueAt = ?", [kind, key, dueAt]);
}

/** Adds a job; one that is there already comes at the earlier moment of the two. */
export const ENQUEUE = `INSERT INTO Job (kind, key, groupKey, dueAt) VALUES (?, ?, ?, ?)
	ON CONFLICT DO UPDATE SET dueAt = min(dueAt, excluded.dueAt)`;

/** Those due after one moment and until another, but for those whose group has an earlier job. */
export const DUE = `SELECT key, dueAt FROM Job AS job WHERE kind = ? AND dueAt > ? AND dueAt <= ?
	AND NOT EXISTS (
		SELECT 1 FROM Job AS earlier WHERE earlier.kind = job.kind
		AND earlier.groupKey = job.groupKey AND earlier.key < job.key
	)
	ORDER BY dueAt LIMIT ?`;

/** Takes a job that is still as it was found. */
export const LEASE = `UPDATE Job SET dueAt = ?, attempts = attempts + 1
	WHERE kind = ? AND key = ? AND dueAt = ? RETURNING key, attempts, dueAt`;

// Neither settles a job whose lease was lost, or that was asked for anew meanwhile.
export const PUT_OFF =
	"UPDATE Job SET dueAt = ?, attempts = ? WHERE kind = ? AND key = ? AND dueAt = ?";
export const REMOVE = "DELETE FROM Job WHERE kind = ? AND key = ? AND dueAt = ?";

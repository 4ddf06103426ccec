/** Adds a job. If it exists, the earlier of the two times counts. */
export const ENQUEUE = `INSERT INTO Job (kind, key, groupKey, dueAt) VALUES (?, ?, ?, ?)
	ON CONFLICT DO UPDATE SET dueAt = min(dueAt, excluded.dueAt),
		againAt = min(ifnull(againAt, excluded.dueAt), excluded.dueAt)`;

/** Whether a kind has a job. */
export const ANY = "SELECT 1 FROM Job WHERE kind = ? LIMIT 1";

/** Jobs due after one time and until another, except those whose group has an earlier job. */
export const DUE = `SELECT key, dueAt FROM Job AS job WHERE kind = ? AND dueAt > ? AND dueAt <= ?
	AND NOT EXISTS (
		SELECT 1 FROM Job AS earlier WHERE earlier.kind = job.kind
		AND earlier.groupKey = job.groupKey AND earlier.key < job.key
	)
	ORDER BY dueAt LIMIT ?`;

/** Takes a job if it is unchanged since it was found. */
export const LEASE = `UPDATE Job SET dueAt = ?, attempts = attempts + 1, againAt = NULL
	WHERE kind = ? AND key = ? AND dueAt = ? RETURNING key, attempts, dueAt`;

// None settles a job whose lease was lost, or that was asked for again for a time before its end.

/** Makes a job due later, or when it was asked for meanwhile if that is earlier. */
export const PUT_OFF = `UPDATE Job
	SET dueAt = min(?, ifnull(againAt, '~')), attempts = ?, againAt = NULL
	WHERE kind = ? AND key = ? AND dueAt = ?`;

/** Removes a job, unless it was asked for meanwhile. */
export const REMOVE =
	"DELETE FROM Job WHERE kind = ? AND key = ? AND dueAt = ? AND againAt IS NULL";

/** Makes a job that is done due when it was asked for meanwhile. */
export const REPEAT = `UPDATE Job SET dueAt = againAt, attempts = 0, againAt = NULL
	WHERE kind = ? AND key = ? AND dueAt = ? AND againAt IS NOT NULL`;

/** Makes failed jobs that wait beyond a time due earlier. */
export const HASTEN = "UPDATE Job SET dueAt = ? WHERE kind = ? AND dueAt > ? AND attempts > 0";

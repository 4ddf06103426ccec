import { readRow } from "#app/platform/db/db.server.ts";

/** Adds a mail, unless there is one with its key. */
export const ADD = `INSERT INTO OutboxMail
		(id, dedupeKey, kind, recipient, thread, subject, sealedBody, createdAt)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (dedupeKey) DO NOTHING`;

export const WAITING = `SELECT id, recipient AS "to", subject, sealedBody, createdAt FROM OutboxMail
	WHERE id = ? AND sentAt IS NULL AND failedAt IS NULL`;

/** Writes down what came of an attempt, unless another one has sent the mail meanwhile. */
export const TRIED = `UPDATE OutboxMail
	SET attempts = ?, sentAt = ?, messageId = ?, failedAt = ?, lastError = ?
	WHERE id = ? AND sentAt IS NULL`;

/** Drops what waits for an address, and in the conversations of an account. */
export const DROP_WAITING = `DELETE FROM OutboxMail WHERE sentAt IS NULL AND failedAt IS NULL AND (
		(thread IS NULL AND recipient = ?)
		OR EXISTS (
			SELECT 1 FROM Submission
			WHERE Submission.id = OutboxMail.thread AND Submission.userId = ?
		)
	)`;

const UNTRIED = `SELECT 1 FROM OutboxMail
	WHERE sentAt IS NULL AND failedAt IS NULL AND attempts = 0 LIMIT 1`;

/** Whether a mail waits for its first attempt, or for what comes of it. */
export function isMailWaiting(): boolean {
	return readRow(UNTRIED, []) !== undefined;
}

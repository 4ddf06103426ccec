import { readRow } from "#app/platform/db/db.server.ts";

/** Adds a mail, unless its key is taken. */
export const ADD = `INSERT INTO OutboxMail
		(id, dedupeKey, kind, recipient, thread, subject, stream, sealedBody, createdAt)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (dedupeKey) DO NOTHING`;

export const WAITING = `SELECT id, dedupeKey, recipient AS "to", subject, stream, sealedBody,
	createdAt FROM OutboxMail WHERE id = ? AND sentAt IS NULL AND failedAt IS NULL`;

/** Stores the result of an attempt, unless another attempt has sent the mail meanwhile. */
export const TRIED = `UPDATE OutboxMail
	SET attempts = ?, sentAt = ?, messageId = ?, failedAt = ?, lastError = ?
	WHERE id = ? AND sentAt IS NULL`;

/** Drops a mail. */
export const DROP = "DELETE FROM OutboxMail WHERE id = ?";

/** Drops waiting mails to an address, and those in an account's conversations. */
export const DROP_WAITING = `DELETE FROM OutboxMail WHERE sentAt IS NULL AND failedAt IS NULL AND (
		(thread IS NULL AND recipient = ?)
		OR EXISTS (
			SELECT 1 FROM Submission
			WHERE Submission.id = OutboxMail.thread AND Submission.userId = ?
		)
	)`;

const UNTRIED = `SELECT 1 FROM OutboxMail
	WHERE sentAt IS NULL AND failedAt IS NULL AND attempts = 0 LIMIT 1`;

/** Returns whether a mail waits for its first attempt or for that attempt's result. */
export function isMailUntried(): boolean {
	return readRow(UNTRIED, []) !== undefined;
}

import { plain, readRow, type Transaction } from "#app/platform/db/db.server.ts";

type NewMail = {
	id: string;
	dedupeKey: string;
	kind: string;
	to: string;
	thread?: string | undefined;
	subject: string;
	sealedBody: Uint8Array;
	createdAt: string;
};

/** A mail that neither left nor was given up. Times are texts, see `sqlTime`. */
export type WaitingMail = {
	id: string;
	recipient: string;
	subject: string;
	sealedBody: Uint8Array;
	createdAt: string;
};

type Attempt = {
	id: string;
	attempts: number;
	sentAt: string | null;
	messageId: string | null;
	failedAt: string | null;
	lastError: string | null;
};

/** Returns false where there is a mail with this key, which stays as it is. */
export function insertMail(tx: Transaction, mail: NewMail): boolean {
	const { id, dedupeKey, kind, to, thread = null, subject, sealedBody, createdAt } = mail;
	const added = plain(tx).run(
		`INSERT INTO OutboxMail
			(id, dedupeKey, kind, recipient, thread, subject, sealedBody, createdAt)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (dedupeKey) DO NOTHING`,
		[id, dedupeKey, kind, to, thread, subject, sealedBody, createdAt],
	);
	return added > 0;
}

export function findWaiting(id: string): WaitingMail | undefined {
	return readRow<WaitingMail>(
		`SELECT id, recipient, subject, sealedBody, createdAt FROM OutboxMail
		WHERE id = ? AND sentAt IS NULL AND failedAt IS NULL`,
		[id],
	);
}

/** Whether a mail waits for its first attempt, or for what comes of it. */
export function isMailWaiting(): boolean {
	const sql = `SELECT 1 FROM OutboxMail
		WHERE sentAt IS NULL AND failedAt IS NULL AND attempts = 0 LIMIT 1`;
	return readRow(sql, []) !== undefined;
}

/** Writes down what came of an attempt, unless the mail has left by another one meanwhile. */
export function storeAttempt(tx: Transaction, attempt: Attempt): void {
	const { id, attempts, sentAt, messageId, failedAt, lastError } = attempt;
	plain(tx).run(
		`UPDATE OutboxMail SET attempts = ?, sentAt = ?, messageId = ?, failedAt = ?, lastError = ?
		WHERE id = ? AND sentAt IS NULL`,
		[attempts, sentAt, messageId, failedAt, lastError, id],
	);
}

/**
 * Drops what waits for an account that is being closed: the mails of its conversations, and those
 * to its own address.
 */
export function dropWaitingMail(
	tx: Transaction,
	{ userId, email }: { userId: string; email: string },
): void {
	plain(tx).run(
		`DELETE FROM OutboxMail WHERE sentAt IS NULL AND failedAt IS NULL AND (
			(thread IS NULL AND recipient = ?)
			OR EXISTS (
				SELECT 1 FROM Submission
				WHERE Submission.id = OutboxMail.thread AND Submission.userId = ?
			)
		)`,
		[email, userId],
	);
}

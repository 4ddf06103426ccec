import { PUBLIC_FORM } from "#app/addresses/visibility.ts";
import type { Answer } from "#app/forms/answers.ts";
import { plain, type Transaction } from "#app/platform/db/db.server.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";

/** Whether a question was answered before. */
export function isAnswered(tx: Transaction, questionId: string): boolean {
	return plain(tx).row("SELECT 1 FROM AnsweredQuestion WHERE id = ?", [questionId]) !== undefined;
}

/** Whether a mailbox asked to be left alone. */
export function isSuppressed(tx: Transaction, emailKey: string): boolean {
	const sql = "SELECT 1 FROM SuppressedAddress WHERE emailKey = ?";
	return plain(tx).row(sql, [emailKey]) !== undefined;
}

const FORM = `SELECT 1 FROM Form f JOIN App a ON a.id = f.appId JOIN User u ON u.id = a.userId
	WHERE f.id = ? AND ${PUBLIC_FORM}`;

/** Whether a form has a public page. */
export function isFormPublic(tx: Transaction, formId: string): boolean {
	return plain(tx).row(FORM, [formId]) !== undefined;
}

type NewSubmission = {
	id: string;
	form: { id: string; appId: string; userId: string };
	email: string;
	name: string;
	answers: Answer[];
	clientKey: string;
	createdAt: Date;
};

const STORE = `INSERT INTO Submission (id, formId, appId, userId, email, name, answers, clientKey,
		createdAt, updatedAt, lastActivityAt)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`;

/** Stores a submission; returns its number. */
export function storeSubmission(
	tx: Transaction,
	{ id, form, email, name, answers, clientKey, createdAt }: NewSubmission,
): number {
	const at = sqlTime(createdAt);
	const texts = [email, name, JSON.stringify(answers), clientKey];
	const values = [id, form.id, form.appId, form.userId, ...texts, at, at, at];
	const stored = plain(tx).row<{ number: number }>(STORE, values);
	if (!stored) throw new Error("The submission was not stored");
	return stored.number;
}

/** Keeps a question until it is over, so that it stands for one submission only. */
export function keepQuestion(
	tx: Transaction,
	question: { id: string; expiresAt: Date },
	submissionId: string,
): void {
	const sql = "INSERT INTO AnsweredQuestion (id, submissionId, expiresAt) VALUES (?, ?, ?)";
	plain(tx).run(sql, [question.id, submissionId, sqlTime(question.expiresAt)]);
}

type NewLink = {
	id: string;
	submissionId: string;
	purpose: string;
	createdAt: Date;
	expiresAt: Date;
};

const STORE_LINK = `INSERT INTO SubmissionLink (id, submissionId, purpose, createdAt, expiresAt)
	VALUES (?, ?, ?, ?, ?)`;

/** Stores a link of a submission, by the hash of its token. */
export function storeLink(
	tx: Transaction,
	{ id, submissionId, purpose, createdAt, expiresAt }: NewLink,
): void {
	const values = [id, submissionId, purpose, sqlTime(createdAt), sqlTime(expiresAt)];
	plain(tx).run(STORE_LINK, values);
}

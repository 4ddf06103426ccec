import { OPEN_FORM } from "#app/addresses/visibility.ts";
import { plain, type Transaction } from "#app/platform/db/db.server.ts";

const ANSWERED = "SELECT submissionId FROM AnsweredQuestion WHERE id = ?";

/** Returns the id of the submission that came with a question's answer, or null. */
export function findAnswered(tx: Transaction, questionId: string): string | null {
	return plain(tx).row<{ submissionId: string }>(ANSWERED, [questionId])?.submissionId ?? null;
}

const FORM = `SELECT 1 FROM Form f JOIN App a ON a.id = f.appId JOIN User u ON u.id = a.userId
	WHERE f.id = ? AND ${OPEN_FORM}`;

/** Returns whether a form takes submissions. */
export function isFormOpen(tx: Transaction, formId: string): boolean {
	return plain(tx).row(FORM, [formId]) !== undefined;
}

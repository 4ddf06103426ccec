import { PUBLIC_FORM } from "#app/addresses/visibility.ts";
import { plain, type Transaction } from "#app/platform/db/db.server.ts";

/** Returns whether a question was answered before. */
export function isAnswered(tx: Transaction, questionId: string): boolean {
	return plain(tx).row("SELECT 1 FROM AnsweredQuestion WHERE id = ?", [questionId]) !== undefined;
}

const FORM = `SELECT 1 FROM Form f JOIN App a ON a.id = f.appId JOIN User u ON u.id = a.userId
	WHERE f.id = ? AND ${PUBLIC_FORM}`;

/** Returns whether a form has a public page. */
export function isFormPublic(tx: Transaction, formId: string): boolean {
	return plain(tx).row(FORM, [formId]) !== undefined;
}

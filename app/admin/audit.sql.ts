import { plain, type Transaction } from "#app/platform/db/db.server.ts";

const ACTOR = "UPDATE AuditEntry SET actorEmail = 'deleted account' WHERE actorId = ?";

const SUMMARIES = `UPDATE AuditEntry SET summary = replace(summary, ?, 'the deleted account')
	WHERE (targetType = 'user' AND targetId = ?) OR (targetType = 'submission'
		AND EXISTS (SELECT 1 FROM Submission s WHERE s.id = targetId AND s.userId = ?))`;

/** Leaves only the id of an account that is being closed in the entries that name its address. */
export function forgetAddress(
	tx: Transaction,
	{ userId, email }: { userId: string; email: string },
): void {
	plain(tx).run(ACTOR, [userId]);
	plain(tx).run(SUMMARIES, [email, userId, userId]);
}

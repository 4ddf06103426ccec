import { plain, type Transaction } from "#app/platform/db/db.server.ts";

const OPEN = `SELECT r.submissionId, r.dueAt FROM DeletionRequest r
	CROSS JOIN Submission s ON s.id = r.submissionId
	WHERE r.appId = ? AND r.closedAt IS NULL AND s.userId = ? AND s.email = ? LIMIT 1`;

/** Returns the open deletion request that an address made for an app, or undefined. */
export function findOpenRequest(
	tx: Transaction,
	{ appId, userId, email }: { appId: string; userId: string; email: string },
): { submissionId: string; dueAt: string } | undefined {
	return plain(tx).row(OPEN, [appId, userId, email]);
}

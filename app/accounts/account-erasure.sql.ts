import { Prisma } from "#app/generated/prisma/client.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";

/** At most `limit` submissions of an account's forms, in no order: sorting would read them all. */
export function someSubmissionsOf(
	tx: Transaction,
	userId: string,
	limit: number,
): Promise<{ id: string; number: bigint }[]> {
	return tx.$queryRaw`SELECT id, number FROM Submission WHERE userId = ${userId} LIMIT ${limit}`;
}

/** Erases at most `limit` messages of these submissions; returns how many. */
export function eraseMessages(
	tx: Transaction,
	submissionIds: string[],
	limit: number,
): Promise<number> {
	return tx.$executeRaw`
		DELETE FROM Message WHERE id IN (
			SELECT id FROM Message WHERE submissionId IN (${Prisma.join(submissionIds)}) LIMIT ${limit}
		)`;
}

/** Erases submissions of an account by their numbers; returns how many. */
export function eraseNumbered(tx: Transaction, userId: string, numbers: bigint[]): Promise<number> {
	// The "+" leads SQLite by these numbers, and not through all that the account holds.
	return tx.$executeRaw`
		DELETE FROM Submission WHERE number IN (${Prisma.join(numbers)}) AND +userId = ${userId}`;
}

/** Erases at most `limit` versions of these documents; returns how many. */
export function eraseVersions(
	tx: Transaction,
	documentIds: string[],
	limit: number,
): Promise<number> {
	return tx.$executeRaw`
		DELETE FROM DocumentVersion WHERE id IN (
			SELECT id FROM DocumentVersion WHERE documentId IN (${Prisma.join(documentIds)})
			LIMIT ${limit}
		)`;
}

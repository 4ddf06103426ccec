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

/** Erases submissions of an account by their numbers; returns how many. */
export function eraseNumbered(tx: Transaction, userId: string, numbers: bigint[]): Promise<number> {
	// The "+" leads SQLite by these numbers, and not through all that the account holds.
	return tx.$executeRaw`
		DELETE FROM Submission WHERE number IN (${Prisma.join(numbers)}) AND +userId = ${userId}`;
}

const CHILDREN = { Message: Prisma.raw("submissionId"), DocumentVersion: Prisma.raw("documentId") };

/** Erases at most `limit` messages of submissions, or versions of documents; returns how many. */
export function eraseChildren(
	tx: Transaction,
	table: keyof typeof CHILDREN,
	{ parentIds, limit }: { parentIds: string[]; limit: number },
): Promise<number> {
	return tx.$executeRaw`
		DELETE FROM ${Prisma.raw(table)} WHERE id IN (
			SELECT id FROM ${Prisma.raw(table)}
			WHERE ${CHILDREN[table]} IN (${Prisma.join(parentIds)}) LIMIT ${limit}
		)`;
}

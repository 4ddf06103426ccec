import { Prisma } from "#app/generated/prisma/client.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";

/** Returns up to `limit` submissions of an account, unsorted: sorting would read them all. */
export function someSubmissionsOf(
	tx: Transaction,
	userId: string,
	limit: number,
): Promise<{ id: string; number: bigint }[]> {
	return tx.$queryRaw`SELECT id, number FROM Submission WHERE userId = ${userId} LIMIT ${limit}`;
}

/** Erases an account's submissions by their numbers and returns how many. */
export function eraseNumbered(tx: Transaction, userId: string, numbers: bigint[]): Promise<number> {
	// The "+" keeps SQLite from using userId's index and walking all that the account holds.
	return tx.$executeRaw`
		DELETE FROM Submission WHERE number IN (${Prisma.join(numbers)}) AND +userId = ${userId}`;
}

const CHILDREN = {
	Message: Prisma.raw("submissionId"),
	DocumentVersion: Prisma.raw("documentId"),
	Subscriber: Prisma.raw("appId"),
};

/** Erases up to `limit` rows that belong to submissions, documents or apps; returns how many. */
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

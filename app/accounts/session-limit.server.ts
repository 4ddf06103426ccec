import type { Transaction } from "#app/platform/db/db.server.ts";

/** How many sessions an account may have (product.md, V30). */
export const SESSIONS_MAX = 100;

/** Ends the oldest sessions of a user beyond 100, in the transaction that has opened one. */
export async function endOldestSessions(tx: Transaction, userId: string): Promise<void> {
	const tooMany = await tx.session.findMany({
		where: { userId },
		orderBy: { createdAt: "desc" },
		skip: SESSIONS_MAX,
		take: SESSIONS_MAX,
		select: { id: true },
	});
	await tx.session.deleteMany({ where: { id: { in: tooMany.map(({ id }) => id) } } });
}

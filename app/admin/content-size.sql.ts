import { Prisma } from "#app/generated/prisma/client.ts";
import { db } from "#app/platform/db/db.server.ts";

/** Returns each document's size in bytes by id. SQLite knows it without reading the text. */
export async function sizesOf(documentIds: string[]): Promise<Map<string, number>> {
	if (documentIds.length === 0) return new Map();
	const rows = await db.$queryRaw<{ id: string; size: bigint }[]>`
		SELECT id, octet_length(content) AS size FROM Document
		WHERE id IN (${Prisma.join(documentIds)})`;
	return new Map(rows.map(({ id, size }) => [id, Number(size)]));
}

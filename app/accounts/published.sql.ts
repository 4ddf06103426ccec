import { db, type Transaction } from "#app/platform/db/db.server.ts";
import type { UserAccess } from "./access.server.ts";

type Counts = { apps: bigint; documents: bigint; forms: bigint };

/** Counts an account's active apps and the documents and forms in them. */
export async function countPublished(
	{ userId }: Pick<UserAccess, "userId">,
	tx: Transaction = db,
): Promise<{ apps: number; documents: number; forms: number }> {
	// Counted app by app: for all apps at once, SQLite would walk every document of the site.
	const [counts] = await tx.$queryRaw<Counts[]>`
		SELECT count(*) AS apps,
			coalesce(sum((SELECT count(*) FROM Document
				WHERE appId = App.id AND deletedAt IS NULL)), 0) AS documents,
			coalesce(sum((SELECT count(*) FROM Form
				WHERE appId = App.id AND userId = App.userId AND kind = 'support'
				AND deletedAt IS NULL)), 0) AS forms
		FROM App WHERE userId = ${userId} AND deletedAt IS NULL`;
	return {
		apps: Number(counts?.apps),
		documents: Number(counts?.documents),
		forms: Number(counts?.forms),
	};
}

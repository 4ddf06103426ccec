import type { AppAccess } from "#app/accounts/access.server.ts";
import { liveDocument, liveForm } from "#app/addresses/visibility.ts";
import { sqlOf } from "#app/platform/db/condition.ts";
import { readRow, readRows } from "#app/platform/db/db.server.ts";
import { containing, folded } from "#app/platform/db/like.ts";

/** The kinds of rows that an app has by title. */
type Titled = "Document" | "Form";

const LIVE = { Document: sqlOf(liveDocument, "Document"), Form: sqlOf(liveForm, "Form") };

const inApp = (table: Titled) => `FROM ${table}
	WHERE appId = (SELECT id FROM App WHERE id = ? AND userId = ?) AND ${LIVE[table]}
	AND folded(title) LIKE ? ESCAPE '\\'`;

const idsOf = (table: Titled) => `SELECT id ${inApp(table)}
	ORDER BY updatedAt DESC, id DESC LIMIT ? OFFSET ?`;

const countOf = (table: Titled) => `SELECT count(*) AS count ${inApp(table)}`;

/**
 * Returns the ids of an app's documents or forms whose titles contain `query`, last updated first.
 * In SQL, because Prisma's `contains` takes % and _ for any characters.
 */
export function searchTitles(
	table: Titled,
	{ appId, userId }: AppAccess,
	{ query, skip, take }: { query: string; skip: number; take: number },
): string[] {
	const values = [appId, userId, containing(folded(query)), take, skip];
	return readRows<{ id: string }>(idsOf(table), values).map(({ id }) => id);
}

/** Returns how many of them there are. */
export function countTitles(table: Titled, { appId, userId }: AppAccess, query: string): number {
	const values = [appId, userId, containing(folded(query))];
	return readRow<{ count: number }>(countOf(table), values)?.count ?? 0;
}

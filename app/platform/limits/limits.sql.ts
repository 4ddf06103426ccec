import { plain, type Transaction } from "#app/platform/db/db.server.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";

/** So many uses that count together, and until when. */
export type Uses = { count: number; endsAt: Date };

/** What still counts at `now` under a key, the newest first. */
export function readUses(tx: Transaction, key: string, now: Date): Uses[] {
	return plain(tx)
		.rows<{ count: number; endsAt: string }>(
			"SELECT count, endsAt FROM RateLimit WHERE key = ? AND endsAt > ? ORDER BY endsAt DESC",
			[key, sqlTime(now)],
		)
		.map(({ count, endsAt }) => ({ count, endsAt: new Date(endsAt) }));
}

/** Adds uses to those of a key. */
export function addUses(tx: Transaction, key: string, { count, endsAt }: Uses): void {
	plain(tx).run(
		`INSERT INTO RateLimit (key, endsAt, count) VALUES (?, ?, ?)
		ON CONFLICT DO UPDATE SET count = count + excluded.count`,
		[key, sqlTime(endsAt), count],
	);
}

/** Removes all uses of a key. */
export function removeUses(tx: Transaction, key: string): void {
	plain(tx).run("DELETE FROM RateLimit WHERE key = ?", [key]);
}

/** Removes what no longer counts at `now`, and returns how many rows that were. */
export function removeEndedUses(tx: Transaction, now: Date): number {
	return plain(tx).run("DELETE FROM RateLimit WHERE endsAt < ?", [sqlTime(now)]);
}

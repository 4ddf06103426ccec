import { plain, type Transaction } from "#app/platform/db/db.server.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";

/** A number of uses that expire together at `endsAt`. */
export type Uses = { count: number; endsAt: Date };

/** Returns a key's uses that still count at `now`, the newest first. */
export function readUses(tx: Transaction, key: string, now: Date): Uses[] {
	return plain(tx)
		.rows<{ count: number; endsAt: string }>(
			"SELECT count, endsAt FROM RateLimit WHERE key = ? AND endsAt > ? ORDER BY endsAt DESC",
			[key, sqlTime(now)],
		)
		.map(({ count, endsAt }) => ({ count, endsAt: new Date(endsAt) }));
}

/** Adds uses to a key. */
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

/** Removes uses that no longer count at `now`, and returns how many rows that were. */
export function removeEndedUses(tx: Transaction, now: Date): number {
	return plain(tx).run("DELETE FROM RateLimit WHERE endsAt < ?", [sqlTime(now)]);
}

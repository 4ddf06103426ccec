import { readRows } from "#app/platform/db/db.server.ts";

/** The total, the last 30 days (UTC, with today) and the 30 days before. */
export type Figure = { total: number; recent: number; before: number };

const SUMS = `SELECT kind, sum(count) AS total,
		sum(iif(day >= ?, count, 0)) AS recent,
		sum(iif(day >= ? AND day < ?, count, 0)) AS before
	FROM DailyCount GROUP BY kind`;

/** The first days of the last 30 and of the 30 before. */
type Periods = { from: string; beforeFrom: string };

/** Sums the counts by kind. */
export function sumDailyCounts({ from, beforeFrom }: Periods): Map<string, Figure> {
	const rows = readRows<Figure & { kind: string }>(SUMS, [from, beforeFrom, from]);
	return new Map(rows.map(({ kind, ...figure }) => [kind, figure]));
}

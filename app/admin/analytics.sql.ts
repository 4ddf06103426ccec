import { readRows } from "#app/platform/db/db.server.ts";

/** How many there are, how many are of the last 30 days (UTC, today's included) and of the 30 before. */
export type Figure = { total: number; recent: number; before: number };

const SUMS = `SELECT kind, sum(count) AS total,
		sum(iif(day >= ?, count, 0)) AS recent,
		sum(iif(day >= ? AND day < ?, count, 0)) AS before
	FROM DailyCount GROUP BY kind`;

/** The counts by their kind, from the days at which the last 30 and the 30 before them begin. */
export function sumDailyCounts({
	from,
	beforeFrom,
}: {
	from: string;
	beforeFrom: string;
}): Map<string, Figure> {
	const rows = readRows<Figure & { kind: string }>(SUMS, [from, beforeFrom, from]);
	return new Map(rows.map(({ kind, ...figure }) => [kind, figure]));
}

import { csvLine } from "#app/platform/csv.ts";
import { readRow, readRows } from "#app/platform/db/db.server.ts";
import type { RequestsAccess } from "./access.server.ts";

const AT_ONCE = 500;

const NEXT = `SELECT number, scope, askedAt, dueAt, closedAt, outcome FROM DeletionRequest
	WHERE appId = ? AND +userId = ? AND number > ? ORDER BY number LIMIT ${AT_ONCE}`;

const ANY = "SELECT 1 FROM DeletionRequest WHERE appId = ? AND +userId = ? LIMIT 1";

type Row = {
	number: number;
	scope: string;
	askedAt: string;
	dueAt: string;
	closedAt: string | null;
	outcome: string;
};

/** Returns whether an app ever had a deletion request that is still kept. */
export function hasRequests(access: Pick<RequestsAccess, "appId" | "userId">): boolean {
	return readRow(ANY, [access.appId, access.userId]) !== undefined;
}

/** Yields the lines of a CSV file of an app's deletion requests: days and outcomes, and no person. */
export async function* requestsAsCsv({ appId, userId }: Pick<RequestsAccess, "appId" | "userId">) {
	// The byte order mark makes spreadsheets read the file as UTF-8.
	yield `\uFEFF${csvLine(["number", "scope", "asked_on", "due_on", "outcome", "closed_on"])}`;
	for (let after = 0; ; ) {
		const rows = readRows<Row>(NEXT, [appId, userId, after]);
		for (const { number, scope, askedAt, dueAt, outcome, closedAt } of rows) {
			const days = [askedAt, dueAt].map(dayOf);
			const ending = [outcome || "open", closedAt ? dayOf(closedAt) : ""];
			yield csvLine([String(number), scope, ...days, ...ending]);
		}
		if (rows.length < AT_ONCE) return;
		after = rows.at(-1)?.number ?? after;
	}
}

function dayOf(time: string): string {
	return time.slice(0, 10);
}

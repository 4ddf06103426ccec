import { clock } from "#app/platform/clock.server.ts";
import { readRow, readRows } from "#app/platform/db/db.server.ts";
import { type Keyset, markOf } from "#app/platform/db/keyset.ts";
import { sqlTime } from "#app/platform/db/statements.server.ts";
import type { RequestsAccess } from "./access.server.ts";
import { startOfDay } from "./days.ts";
import { COUNT_MAX } from "./request.ts";

const PAGE_SIZE = 50;
type Row = {
	number: number;
	scope: string;
	askedAt: string;
	dueAt: string;
	closedAt: string | null;
	outcome: string;
	submissionId: string | null;
	email: string | null;
	/** 1 if the person wrote again, and waits for a reply. */
	isNew: 0 | 1;
};

const COLUMNS = `r.number, r.scope, r.askedAt, r.dueAt, r.closedAt, r.outcome,
		s.id AS submissionId, s.email, coalesce(s.lastSender = 'user' AND s.messageCount > 0
			AND s.status IN ('new', 'in_progress'), 0) AS isNew
	FROM DeletionRequest r LEFT JOIN Submission s ON s.id = r.submissionId AND s.userId = r.userId`;

// The "+" keeps SQLite on the index of the app, which has the order.
const OPEN = `SELECT ${COLUMNS} WHERE r.appId = ? AND +r.userId = ? AND r.closedAt IS NULL
	AND (r.dueAt, r.number) > (?, ?) ORDER BY r.dueAt, r.number LIMIT ${PAGE_SIZE + 1}`;

const CLOSED = `SELECT ${COLUMNS} WHERE r.appId = ? AND +r.userId = ?
	AND (r.closedAt, r.dueAt, r.number)
		< (?, coalesce((SELECT dueAt FROM DeletionRequest
			WHERE number = ? AND appId = ? AND userId = ?), '~'), ?)
	ORDER BY r.closedAt DESC, r.dueAt DESC, r.number DESC LIMIT ${PAGE_SIZE + 1}`;

/** Of the open requests those by day, the longest due first; or the closed ones, the newest first. */
export function listRequests(
	{ appId, userId }: Pick<RequestsAccess, "appId" | "userId">,
	{ isClosed, before }: { isClosed: boolean; before: Keyset | null },
) {
	const number = Number(before?.id ?? 0) || 0;
	const rows = isClosed
		? readRows<Row>(CLOSED, [
				...[appId, userId, before ? sqlTime(before.at) : "~"],
				...[number, appId, userId, before ? number : 0],
			])
		: readRows<Row>(OPEN, [appId, userId, before ? sqlTime(before.at) : "", number]);
	const requests = rows.slice(0, PAGE_SIZE).map((row) => ({
		...row,
		isNew: row.isNew === 1,
		askedAt: new Date(row.askedAt),
		dueAt: new Date(row.dueAt),
		closedAt: row.closedAt === null ? null : new Date(row.closedAt),
	}));
	const last = requests.at(-1);
	const next =
		rows.length > PAGE_SIZE && last
			? markOf(last.closedAt ?? last.dueAt, String(last.number))
			: null;
	return { requests, next };
}

const upTo = (condition: string) => `(SELECT count(*) FROM (
		SELECT 1 FROM DeletionRequest r
		WHERE r.appId = ? AND +r.userId = ? AND ${condition} LIMIT ${COUNT_MAX + 1}
	) sub)`;

const COUNTS = `SELECT ${upTo("r.closedAt IS NULL")} AS open,
	${upTo("r.closedAt IS NULL AND r.dueAt < ?")} AS late,
	${upTo("r.closedAt > ''")} AS closed`;

type Counts = { open: number; late: number; closed: number };

/** Counts an app's requests: those that wait, the late ones among them, and the others; to 1,001. */
export function countRequests({ appId, userId }: Pick<RequestsAccess, "appId" | "userId">): Counts {
	const today = sqlTime(startOfDay(clock.now()));
	const app = [appId, userId];
	return (
		readRow<Counts>(COUNTS, [...app, ...app, today, ...app]) ?? { open: 0, late: 0, closed: 0 }
	);
}

import type { UserAccess } from "#app/accounts/access.server.ts";
import { IS_WAITING } from "#app/conversations/waiting.ts";
import { readRow, readRows } from "#app/platform/db/db.server.ts";
import { containing } from "#app/platform/db/like.ts";

/** How many documents, and how many forms, the dashboard shows of each app. */
const SHOWN = 5;

/** Few, because each app shows so much. */
export const APPS_A_PAGE = 20;

/**
 * Returns a page, counted from 1, of the active apps whose names contain `query`, newest first.
 * Each has its five newest documents, its five newest forms and the count of both. `updatedOn` is a
 * day, such as 2026-11-14; `waiting` counts a form's unanswered submissions.
 */
export async function listApps(
	{ userId }: UserAccess,
	{ query = "", page = 1 }: { query?: string; page?: number } = {},
) {
	const values = [userId, containing(query), (page - 1) * APPS_A_PAGE];
	const apps = readRows<AppRow>(APPS, values);
	const documents = Map.groupBy(readRows<DocumentRow>(DOCUMENTS, values), appIdOf);
	const forms = Map.groupBy(readRows<FormRow>(FORMS, values), appIdOf);
	return apps.map((app) => ({
		...app,
		documents: documents.get(app.id) ?? [],
		forms: forms.get(app.id) ?? [],
	}));
}

type AppCounts = { all: number; found: number; deleted: number };

/** Returns how many active apps there are, in how many names `query` is, and how many are deleted. */
export function countApps({ userId }: UserAccess, query: string): AppCounts {
	return readRow(COUNTS, [containing(query), userId]) ?? { all: 0, found: 0, deleted: 0 };
}

export type ListedApp = Awaited<ReturnType<typeof listApps>>[number];

type AppRow = { id: string; name: string; slug: string; documentCount: number; formCount: number };
type DocumentRow = { appId: string; id: string; title: string; slug: string; updatedOn: string };
type FormRow = { appId: string; id: string; title: string; slug: string; waiting: number };

function appIdOf({ appId }: { appId: string }): string {
	return appId;
}

const NAMED = "a.name LIKE ? ESCAPE '\\'";

const COUNTS = `SELECT count(*) FILTER (WHERE a.deletedAt IS NULL) AS "all",
		count(*) FILTER (WHERE a.deletedAt IS NULL AND ${NAMED}) AS found,
		count(a.deletedAt) AS deleted
	FROM App a WHERE a.userId = ?`;

const PAGE = `SELECT a.id, a.name, a.slug, a.createdAt FROM App a
	WHERE a.userId = ? AND a.deletedAt IS NULL AND ${NAMED}
	ORDER BY a.createdAt DESC, a.id DESC LIMIT ${APPS_A_PAGE} OFFSET ?`;

const APPS = `SELECT page.id, page.name, page.slug,
		(SELECT count(*) FROM Document WHERE appId = page.id AND deletedAt IS NULL) AS documentCount,
		(SELECT count(*) FROM Form WHERE appId = page.id AND deletedAt IS NULL) AS formCount
	FROM (${PAGE}) page ORDER BY page.createdAt DESC, page.id DESC`;

// CROSS JOIN fixes the join order: the page's apps first, then the newest rows of each app.
const DOCUMENTS = `SELECT d.appId, d.id, d.title, d.slug, substr(d.updatedAt, 1, 10) AS updatedOn
	FROM (${PAGE}) page CROSS JOIN Document d ON d.id IN (${newestOf("Document")})
	ORDER BY d.createdAt DESC, d.id DESC`;

const FORMS = `SELECT f.appId, f.id, f.title, f.slug, (
		SELECT count(*) FROM Submission s
		WHERE s.userId = f.userId AND s.formId = f.id AND ${IS_WAITING}
	) AS waiting
	FROM (${PAGE}) page CROSS JOIN Form f ON f.id IN (${newestOf("Form")})
	ORDER BY f.createdAt DESC, f.id DESC`;

function newestOf(table: "Document" | "Form"): string {
	return `SELECT id FROM ${table} WHERE appId = page.id AND deletedAt IS NULL
		ORDER BY createdAt DESC, id DESC LIMIT ${SHOWN}`;
}

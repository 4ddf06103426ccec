import type { UserAccess } from "#app/accounts/access.server.ts";
import { liveDocument, liveForm } from "#app/addresses/visibility.ts";
import { WAITING_OF_APP, WAITING_OF_FORM } from "#app/conversations/waiting.sql.ts";
import {
	WAITING_DELETIONS,
	type WaitingRow,
	waitingRequests,
} from "#app/deletion-requests/requests/waiting-requests.sql.ts";
import { sqlOf } from "#app/platform/db/condition.ts";
import { readRow, readRows } from "#app/platform/db/db.server.ts";
import { containing, folded } from "#app/platform/db/like.ts";
import type { AppSort } from "./app-sort.ts";

/** How many documents, and how many forms, the dashboard shows of each app. */
const SHOWN = 5;

export const APPS_A_PAGE = 50;

type Filter = { query?: string; sort?: AppSort; page?: number };

/**
 * Returns a page, counted from 1, of the active apps whose names contain `query`. Each has its five
 * newest documents, its five newest forms, the count of both, and the deletion requests that wait.
 * `updatedOn` is a day, such as 2026-11-14; `waiting` counts what waits for the owner's reply, as
 * `countWaiting` does.
 */
export async function listApps(
	{ userId }: UserAccess,
	{ query = "", sort = "newest", page = 1 }: Filter = {},
) {
	const apps = readRows<AppRow>(APPS[sort], [
		userId,
		containing(folded(query)),
		(page - 1) * APPS_A_PAGE,
	]);
	const values = [JSON.stringify(apps.map(({ id }) => id)), userId];
	const documents = new Map(readRows<DocumentsRow>(DOCUMENTS, values).map(documentsOf));
	const forms = Map.groupBy(readRows<FormRow>(FORMS, values), appIdOf);
	return apps.map((app) => ({
		...app,
		requests: waitingRequests(app),
		documents: documents.get(app.id) ?? [],
		forms: forms.get(app.id) ?? [],
	}));
}

type AppCounts = { all: number; found: number; deleted: number };

/** Returns how many active apps there are, in how many names `query` is, and how many are deleted. */
export function countApps({ userId }: UserAccess, query = ""): AppCounts {
	return readRow(COUNTS, [containing(folded(query)), userId]) ?? { all: 0, found: 0, deleted: 0 };
}

export type ListedApp = Awaited<ReturnType<typeof listApps>>[number];

type AppRow = WaitingRow & {
	id: string;
	name: string;
	slug: string;
	documentCount: number;
	formCount: number;
	waiting: number;
};
type DocumentsRow = { appId: string; documents: string };
type ListedDocument = { id: string; title: string; slug: string; updatedOn: string };
type FormRow = { appId: string; id: string; title: string; slug: string; waiting: number };

function documentsOf({ appId, documents }: DocumentsRow): [string, ListedDocument[]] {
	return [appId, JSON.parse(documents)];
}

function appIdOf({ appId }: { appId: string }): string {
	return appId;
}

const LIVE = { Document: sqlOf(liveDocument, "Document"), Form: sqlOf(liveForm, "Form") };

const NAMED = "a.nameKey LIKE ? ESCAPE '\\'";

const COUNTS = `SELECT count(*) FILTER (WHERE a.deletedAt IS NULL) AS "all",
		count(*) FILTER (WHERE a.deletedAt IS NULL AND ${NAMED}) AS found,
		count(a.deletedAt) AS deleted
	FROM App a WHERE a.userId = ?`;

const APPS: Record<AppSort, string> = {
	newest: appsBy("a.createdAt DESC, a.id DESC"),
	name: appsBy("a.nameKey"),
	waiting: appsBy("waiting DESC, a.createdAt DESC, a.id DESC"),
};

function appsBy(order: string): string {
	return `SELECT a.id, a.name, a.slug,
			(SELECT count(*) FROM Document WHERE appId = a.id AND ${LIVE.Document}) AS documentCount,
			(SELECT count(*) FROM Form WHERE appId = a.id AND ${LIVE.Form}) AS formCount,
			${WAITING_OF_APP} AS waiting, ${WAITING_DELETIONS}
		FROM App a WHERE a.userId = ? AND a.deletedAt IS NULL AND ${NAMED}
		ORDER BY ${order} LIMIT ${APPS_A_PAGE} OFFSET ?`;
}

// CROSS JOIN fixes the join order: the page's apps first, then the newest rows of each app.
const OF_PAGE = "FROM json_each(?) page CROSS JOIN App a ON a.id = page.value AND a.userId = ?";

const DOCUMENTS = `SELECT a.id AS appId, (SELECT json_group_array(json_object(
		'id', id, 'title', title, 'slug', slug, 'updatedOn', substr(updatedAt, 1, 10)
	)) FROM (SELECT id, title, slug, updatedAt ${newestOf("Document")}) sub) AS documents ${OF_PAGE}`;

const FORMS = `SELECT f.appId, f.id, f.title, f.slug, ${WAITING_OF_FORM} AS waiting
	${OF_PAGE} CROSS JOIN Form f ON f.id IN (SELECT id ${newestOf("Form")})
	ORDER BY f.createdAt DESC, f.id DESC`;

function newestOf(table: "Document" | "Form"): string {
	return `FROM ${table} WHERE appId = a.id AND ${LIVE[table]}
		ORDER BY createdAt DESC, id DESC LIMIT ${SHOWN}`;
}

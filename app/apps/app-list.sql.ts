import type { UserAccess } from "#app/accounts/access.server.ts";
import { IS_WAITING } from "#app/conversations/waiting.ts";
import { readRows } from "#app/platform/db/db.server.ts";

/** Documents and forms that the dashboard shows of each app. */
const SHOWN = 5;

/**
 * The active apps, newest first, each with its five newest documents and forms and how many there
 * are of both. `updatedOn` is a day, such as 2026-11-14; `waiting` counts the submissions of a form
 * that wait for an answer.
 */
export async function listApps({ userId }: UserAccess) {
	const apps = readRows<AppRow>(APPS, [userId]);
	const documents = Map.groupBy(readRows<DocumentRow>(DOCUMENTS, [userId]), appIdOf);
	const forms = Map.groupBy(readRows<FormRow>(FORMS, [userId]), appIdOf);
	return apps.map((app) => ({
		...app,
		documents: documents.get(app.id) ?? [],
		forms: forms.get(app.id) ?? [],
	}));
}

export type ListedApp = Awaited<ReturnType<typeof listApps>>[number];

type AppRow = { id: string; name: string; slug: string; documentCount: number; formCount: number };
type DocumentRow = { appId: string; id: string; title: string; slug: string; updatedOn: string };
type FormRow = { appId: string; id: string; title: string; slug: string; waiting: number };

function appIdOf({ appId }: { appId: string }): string {
	return appId;
}

const APPS = `SELECT a.id, a.name, a.slug,
		(SELECT count(*) FROM Document WHERE appId = a.id AND deletedAt IS NULL) AS documentCount,
		(SELECT count(*) FROM Form WHERE appId = a.id AND deletedAt IS NULL) AS formCount
	FROM App a WHERE a.userId = ? AND a.deletedAt IS NULL
	ORDER BY a.createdAt DESC, a.id DESC`;

// CROSS JOIN holds SQLite to this order: from the owner's apps to the newest of what is in each.
const DOCUMENTS = `SELECT d.appId, d.id, d.title, d.slug, substr(d.updatedAt, 1, 10) AS updatedOn
	FROM App a CROSS JOIN Document d ON d.id IN (${newestOf("Document")})
	WHERE a.userId = ? AND a.deletedAt IS NULL
	ORDER BY d.createdAt DESC, d.id DESC`;

const FORMS = `SELECT f.appId, f.id, f.title, f.slug, (
		SELECT count(*) FROM Submission s
		WHERE s.userId = f.userId AND s.formId = f.id AND ${IS_WAITING}
	) AS waiting
	FROM App a CROSS JOIN Form f ON f.id IN (${newestOf("Form")})
	WHERE a.userId = ? AND a.deletedAt IS NULL
	ORDER BY f.createdAt DESC, f.id DESC`;

function newestOf(table: "Document" | "Form"): string {
	return `SELECT id FROM ${table} WHERE appId = a.id AND deletedAt IS NULL
		ORDER BY createdAt DESC, id DESC LIMIT ${SHOWN}`;
}

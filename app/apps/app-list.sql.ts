import type { UserAccess } from "#app/accounts/access.server.ts";
import { IS_WAITING } from "#app/conversations/waiting.ts";
import { readRows } from "#app/platform/db/db.server.ts";

/** How many documents, and how many forms, the dashboard shows of each app. */
const SHOWN = 5;

/**
 * Returns the active apps, newest first. Each has its five newest documents, its five newest forms
 * and the count of both. `updatedOn` is a day, such as 2026-11-14; `waiting` counts a form's
 * unanswered submissions.
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

// CROSS JOIN fixes the join order: the owner's apps first, then the newest rows of each app.
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

import type { AppAccess } from "#app/accounts/access.server.ts";
import { liveDocument, liveForm } from "#app/addresses/visibility.ts";
import { DOCUMENTS_AN_APP } from "#app/documents/document-limit.server.ts";
import { sqlOf } from "#app/platform/db/condition.ts";
import { readRow, readRows } from "#app/platform/db/db.server.ts";
import type { Segment } from "./earlier.ts";

export type KitDocumentRow = {
	id: string;
	title: string;
	slug: string;
	kind: string | null;
	createdAt: string;
	/** As much of the page as its language is told by. */
	beginning: string;
};

const OF_APP = `FROM Document d JOIN App a ON a.id = d.appId
	WHERE a.id = ? AND a.userId = ? AND ${sqlOf(liveDocument, "d")}`;

const DOCUMENTS = `SELECT d.id, d.title, d.slug, d.kind, d.createdAt, substr(d.html, 1, 4000) AS beginning
	${OF_APP} ORDER BY d.createdAt, d.id LIMIT ${DOCUMENTS_AN_APP}`;

/** Returns an app's public documents, the first published first, each with the beginning of its page. */
export function listKitDocuments({ appId, userId }: AppAccess): KitDocumentRow[] {
	return readRows<KitDocumentRow>(DOCUMENTS, [appId, userId]);
}

const HTML = `SELECT d.html ${OF_APP} AND d.id = ?`;

/** Returns the page of one of an app's public documents, "" if it is gone. */
export function readHtml({ appId, userId }: AppAccess, documentId: string): string {
	return readRow<{ html: string }>(HTML, [appId, userId, documentId])?.html ?? "";
}

const OPEN_FORM = `SELECT 1 FROM Form f JOIN App a ON a.id = f.appId
	WHERE a.id = ? AND a.userId = ? AND ${sqlOf(liveForm, "f")} AND f.closedAt IS NULL LIMIT 1`;

/** Returns whether an app has a form that its owner did not close. */
export function hasOpenForm({ appId, userId }: AppAccess): boolean {
	return readRow(OPEN_FORM, [appId, userId]) !== undefined;
}

/** How many earlier slugs the kit reads of an account, an app or a document. */
const ALIASES = 10;

/** The slugs that lead to a row and that no other row has taken since. */
const aliases = (taken: string) => `SELECT slug, createdAt FROM Alias l
	WHERE l.kind = ? AND l.targetId = ? AND NOT EXISTS (${taken})
	ORDER BY l.createdAt DESC LIMIT ${ALIASES}`;

const FORMER = {
	account: aliases("SELECT 1 FROM User u WHERE u.accountName = l.slug"),
	app: aliases("SELECT 1 FROM App a WHERE a.userId = l.scopeId AND a.slug = l.slug"),
	document: aliases("SELECT 1 FROM Document d WHERE d.appId = l.scopeId AND d.slug = l.slug"),
};

/** Returns the earlier slugs of an account, an app or a document, with when each was left. */
export function formerSlugs(kind: keyof typeof FORMER, id: string): Segment["former"] {
	return readRows<{ slug: string; createdAt: string }>(FORMER[kind], [kind, id]).map(
		({ slug, createdAt }) => ({ slug, leftAt: Date.parse(createdAt) }),
	);
}

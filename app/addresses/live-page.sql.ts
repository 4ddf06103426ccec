import { planFrom } from "#app/billing/plan.server.ts";
import { PLAN_COLUMNS, PLAN_JOINS, type PlanRow, planStateOf } from "#app/billing/plan.sql.ts";
import { parseFields } from "#app/forms/form-content.server.ts";
import type { App, Form } from "#app/generated/prisma/client.ts";
import { sqlOf } from "#app/platform/db/condition.ts";
import { readRow, readRows } from "#app/platform/db/db.server.ts";
import { liveDocument, liveForm, PUBLIC_APP, PUBLIC_DOCUMENT, PUBLIC_FORM } from "./visibility.ts";

const FROM = "FROM User u JOIN App a ON a.userId = u.id";
const AT = "WHERE u.accountName = ? AND a.slug = ?";

/** FROM and WHERE of the public app at `/{account}/{app}`, for one query: user `u`, app `a`. */
export const LIVE_APP = `${FROM} ${AT} AND ${PUBLIC_APP}`;

/** The same for `/{account}/{app}/{document}`: document `d`. */
export const LIVE_DOCUMENT = `${FROM} JOIN Document d ON d.appId = a.id ${AT} AND d.slug = ?
	AND ${PUBLIC_DOCUMENT}`;

/** The same for `/{account}/{app}/forms/{form}`: form `f`, joined with its owner's plan. */
export const LIVE_FORM = `${FROM} JOIN Form f ON f.appId = a.id ${PLAN_JOINS} ${AT} AND f.slug = ?
	AND ${PUBLIC_FORM}`;

/** The same for `/{account}/{app}/deletion`, on every plan: deletion page `p`, open or closed. */
export const LIVE_DELETION = `${FROM} JOIN DeletionPage p ON p.appId = a.id ${AT} AND ${PUBLIC_APP}`;

/** The developer of user `u`, as public pages name them. */
export const DEVELOPER = "coalesce(nullif(u.company, ''), nullif(u.fullName, ''), u.accountName)";

/** The day from which the announced text of document `d` will apply; no row if none is announced. */
export const ANNOUNCED_DAY = `SELECT n.effectiveOn FROM DocumentDraft n
	WHERE n.documentId = d.id AND n.announcedAt IS NOT NULL`;

/** How many documents, and how many forms, a page of an app lists. */
const LISTED = 100;

/**
 * The documents and forms that a page of a public app lists, in their order, and one more, which
 * tells whether another page follows. `appId` and `offset` are SQL.
 */
export const documentsOf = (appId: string, offset = "?") =>
	`FROM Document d WHERE d.appId = ${appId} AND ${sqlOf(liveDocument, "d")}
	ORDER BY d.createdAt, d.id LIMIT ${LISTED + 1} OFFSET ${offset}`;
export const formsOf = (appId: string, offset = "?") =>
	`FROM Form f WHERE f.appId = ${appId} AND ${sqlOf(liveForm, "f")}
	ORDER BY f.createdAt, f.id LIMIT ${LISTED + 1} OFFSET ${offset}`;

/** Whether people can ask for deletion on a page of the app `a`. */
export const TAKES_DELETIONS = `EXISTS (SELECT 1 FROM DeletionPage p
	WHERE p.appId = a.id AND p.closedAt IS NULL)`;

const APP = `SELECT a.id, a.name, a.slug, a.contactEmail, a.createdAt,
	${TAKES_DELETIONS} AS takesDeletions ${LIVE_APP}`;
/** The number of the newest version of document `d`. */
const VERSION = `coalesce((SELECT max(v.revision) FROM DocumentVersion v WHERE v.documentId = d.id),
	d.revision) AS version`;

const DOCUMENTS = `SELECT d.id, d.title, d.slug, d.kind, d.effectiveOn, d.updatedAt, ${VERSION}
	${documentsOf("?")}`;
const FORMS = `SELECT f.title, f.slug ${formsOf("?")}`;

type ListedRow = {
	id: string;
	title: string;
	slug: string;
	kind: string | null;
	effectiveOn: string;
	updatedAt: string;
	/** The number of the newest version. */
	version: number;
};

type AppRow = Pick<App, "id" | "name" | "slug" | "contactEmail"> & {
	createdAt: string;
	takesDeletions: 0 | 1;
};

export type AppPage = NonNullable<ReturnType<typeof readLiveApp>>;

/**
 * Returns the app at a canonical address, or null if there is none, with what a page of it lists:
 * a hundred documents and a hundred forms, in the order in which they were published.
 */
export function readLiveApp(accountSlug: string, appSlug: string, page = 1) {
	const app = readRow<AppRow>(APP, [accountSlug, appSlug]);
	if (!app) return null;
	const { id, name, slug, contactEmail, createdAt, takesDeletions } = app;
	const offset = (page - 1) * LISTED;
	const documents = readRows<ListedRow>(DOCUMENTS, [id, offset]).map(withTime);
	const forms = readRows<{ title: string; slug: string }>(FORMS, [id, offset]);
	return {
		id,
		name,
		slug,
		contactEmail,
		createdAt: new Date(createdAt),
		takesDeletions: takesDeletions === 1,
		documents: documents.slice(0, LISTED),
		forms: forms.slice(0, LISTED),
		hasMore: documents.length > LISTED || forms.length > LISTED,
	};
}

/** The number of the version before the newest of document `d` that was not withdrawn, or null. */
export const PREVIOUS_VERSION = `(SELECT max(p.revision) FROM DocumentVersion p
	WHERE p.documentId = d.id AND p.withdrawnAt IS NULL AND p.revision <
		(SELECT max(v.revision) FROM DocumentVersion v WHERE v.documentId = d.id))`;

const DOCUMENT = `SELECT d.id, d.title, d.slug, d.kind, d.content, d.format, d.html, d.headings,
	d.effectiveOn, d.updatedAt, d.historyOpenedAt, ${VERSION}, (${ANNOUNCED_DAY}) AS announcedFor,
	${PREVIOUS_VERSION} AS previous, a.name AS appName, a.slug AS appSlug ${LIVE_DOCUMENT}`;

type DocumentRow = ListedRow & {
	content: string;
	format: string | null;
	html: string;
	headings: string;
	historyOpenedAt: string | null;
	/** The day from which an announced text will apply. Null: none is announced. */
	announcedFor: string | null;
	/** The version that the newest one's changes are shown from. */
	previous: number | null;
	appName: string;
	appSlug: string;
};

export type DocumentPage = NonNullable<ReturnType<typeof readLiveDocument>>;

/** Returns the document at a canonical address, or null if there is none. */
export function readLiveDocument(accountSlug: string, appSlug: string, documentSlug: string) {
	const row = readRow<DocumentRow>(DOCUMENT, [accountSlug, appSlug, documentSlug]);
	if (!row) return null;
	const { appName, appSlug: slug, historyOpenedAt, ...document } = withTime(row);
	return { ...document, isHistoryOpen: historyOpenedAt !== null, app: { name: appName, slug } };
}

const FORM = `SELECT f.id, f.appId, f.userId, f.title, f.description, f.fields, f.revision,
	f.closedAt, f.closedText, f.sentText, a.name AS appName, a.slug AS appSlug, a.contactEmail, ${PLAN_COLUMNS} ${LIVE_FORM}`;

type FormRow = PlanRow &
	Pick<Form, "id" | "appId" | "userId" | "title" | "description" | "fields" | "revision"> &
	Pick<Form, "closedText" | "sentText"> &
	Pick<App, "contactEmail"> & { closedAt: string | null; appName: string; appSlug: string };

export type FormPage = NonNullable<ReturnType<typeof readLiveForm>>;

/** Returns the form at a canonical address, or null if there is none. */
export function readLiveForm(accountSlug: string, appSlug: string, formSlug: string) {
	const row = readRow<FormRow>(FORM, [accountSlug, appSlug, formSlug]);
	if (!row) return null;
	const { id, appId, userId, title, description, revision } = row;
	return {
		id,
		appId,
		userId,
		title,
		description,
		revision,
		app: { name: row.appName, slug: row.appSlug, contactEmail: row.contactEmail },
		fields: parseFields(row.fields),
		isAccepting: row.closedAt === null && isAccepting(row),
		closedText: row.closedAt === null ? "" : row.closedText,
		sentText: row.sentText,
	};
}

/** Whether a plan lets forms accept messages. */
export function isAccepting(row: PlanRow): boolean {
	return planFrom(planStateOf(row)).hasForms;
}

function withTime<Row extends { updatedAt: string }>(row: Row) {
	return { ...row, updatedAt: new Date(row.updatedAt) };
}

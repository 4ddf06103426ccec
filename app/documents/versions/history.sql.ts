import { LIVE_DOCUMENT } from "#app/addresses/live-page.sql.ts";
import { readRow, readRows } from "#app/platform/db/db.server.ts";

/** How many versions a page of the public list has. */
export const LISTED_VERSIONS = 100;

/** The numbers of the first and of the newest version of document `d`. */
const ENDS = `(SELECT min(revision) FROM DocumentVersion WHERE documentId = d.id) AS first,
	(SELECT max(revision) FROM DocumentVersion WHERE documentId = d.id) AS newest`;

const HISTORY = `SELECT d.id, d.title, d.slug, substr(d.html, 1, 4000) AS beginning,
	d.historyOpenedAt, a.name AS appName, a.slug AS appSlug, ${ENDS} ${LIVE_DOCUMENT}`;

export type HistoryRow = {
	id: string;
	title: string;
	slug: string;
	/** The beginning of its page, which tells its language. */
	beginning: string;
	/** Null: the earlier versions are the owner's alone. */
	historyOpenedAt: string | null;
	appName: string;
	appSlug: string;
	first: number;
	newest: number;
};

/** Returns the document at a canonical address with the ends of its history, or null. */
export function readHistory(accountSlug: string, appSlug: string, documentSlug: string) {
	return readRow<HistoryRow>(HISTORY, [accountSlug, appSlug, documentSlug]) ?? null;
}

/** The day from which version `v` applied: the day that it names, but never before it was saved. */
const BEGINS_ON = "max(substr(v.createdAt, 1, 10), v.effectiveOn) AS beginsOn";

/** The version before `v` that was not withdrawn. */
const PREVIOUS = `(SELECT max(p.revision) FROM DocumentVersion p
	WHERE p.documentId = v.documentId AND p.revision < v.revision AND p.withdrawnAt IS NULL)`;

/** The version after `v` that was not withdrawn. */
const NEXT = `(SELECT min(n.revision) FROM DocumentVersion n
	WHERE n.documentId = v.documentId AND n.revision > v.revision AND n.withdrawnAt IS NULL)`;

/** The day on which a newer version took the place of `v`, withdrawn or not. */
const REPLACED_ON = `(SELECT min(max(substr(n.createdAt, 1, 10), n.effectiveOn))
	FROM DocumentVersion n WHERE n.documentId = v.documentId AND n.revision > v.revision)`;

const LIST = `SELECT v.revision, ${BEGINS_ON}, v.note, v.withdrawnAt, ${PREVIOUS} AS previous
	FROM DocumentVersion v WHERE v.documentId = ? ORDER BY v.revision DESC
	LIMIT ${LISTED_VERSIONS + 1} OFFSET ?`;

export type ListedVersion = {
	revision: number;
	/** YYYY-MM-DD. */
	beginsOn: string;
	note: string;
	withdrawnAt: string | null;
	/** The version that its changes are shown from; null for the first. */
	previous: number | null;
};

/** Returns a page of a document's versions, counted from 1, newest first, and one more. */
export function listPublicVersions(documentId: string, page: number): ListedVersion[] {
	return readRows<ListedVersion>(LIST, [documentId, (page - 1) * LISTED_VERSIONS]);
}

/** All but the text, which the index has. */
const STATE = `v.revision, v.createdAt, v.withdrawnAt, ${BEGINS_ON}, v.effectiveOn,
	${REPLACED_ON} AS replacedOn, ${PREVIOUS} AS previous, ${NEXT} AS next`;
const AT = "FROM DocumentVersion v WHERE v.documentId = ? AND v.revision = ?";

const VERSION = `SELECT ${STATE}, v.title, v.content, v.format ${AT}`;

export type VersionState = {
	revision: number;
	createdAt: string;
	withdrawnAt: string | null;
	beginsOn: string;
	effectiveOn: string;
	/** YYYY-MM-DD; null for the newest. */
	replacedOn: string | null;
	previous: number | null;
	next: number | null;
};

export type VersionRow = VersionState & { title: string; content: string; format: string | null };

export function readVersionRow(documentId: string, revision: number): VersionRow | null {
	return readRow<VersionRow>(VERSION, [documentId, revision]) ?? null;
}

/**
 * Returns the number of the version that applied on a day (YYYY-MM-DD), or null: the newest of those
 * that were saved by the end of that day and apply from it or from an earlier one.
 */
export function versionAppliedOn(documentId: string, day: string): number | null {
	const sql = `SELECT max(revision) AS revision FROM DocumentVersion v
		WHERE v.documentId = ? AND substr(v.createdAt, 1, 10) <= ? AND v.effectiveOn <= ?`;
	return readRow<{ revision: number | null }>(sql, [documentId, day, day])?.revision ?? null;
}

const STATE_ALONE = `SELECT ${STATE} ${AT}`;

/** Returns a version without its text, or null. */
export function readVersionState(documentId: string, revision: number): VersionState | null {
	return readRow<VersionState>(STATE_ALONE, [documentId, revision]) ?? null;
}

/** Returns what the owner wrote about the versions after `from`, up to `to`, newest first. */
export function readNotes(documentId: string, from: number, to: number) {
	const sql = `SELECT v.revision, v.note FROM DocumentVersion v WHERE v.documentId = ?
		AND v.revision > ? AND v.revision <= ? AND v.note <> '' AND v.withdrawnAt IS NULL
		ORDER BY v.revision DESC LIMIT ${LISTED_VERSIONS}`;
	return readRows<{ revision: number; note: string }>(sql, [documentId, from, to]);
}

/** Returns the present page of a document. */
export function readPresentPage(documentId: string) {
	const sql = "SELECT html, headings FROM Document WHERE id = ?";
	return readRow<{ html: string; headings: string }>(sql, [documentId]);
}

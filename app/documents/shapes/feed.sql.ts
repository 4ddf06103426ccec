import { liveDocument } from "#app/addresses/visibility.ts";
import { sqlOf } from "#app/platform/db/condition.ts";
import { readRows } from "#app/platform/db/db.server.ts";

/** How many entries a feed has, and of how many documents at most. */
export const ENTRIES = 50;

type Row = {
	documentId: string;
	slug: string;
	revision: number;
	title: string;
	note: string;
	effectiveOn: string;
	createdAt: string;
	/** The number of the version before, if the history is public and has one. */
	earlier: number | null;
	isHistoryOpen: number;
};

/**
 * The public versions of up to so many documents, the ones that changed last. Where the history is
 * private, the newest version is the only one.
 */
const versionsOf = (documents: string) => `SELECT * FROM (
		SELECT found.id AS documentId, found.slug, found.historyOpenedAt IS NOT NULL AS isHistoryOpen,
			v.revision, v.title, v.note, v.effectiveOn, v.createdAt,
			lag(v.revision) OVER (PARTITION BY v.documentId ORDER BY v.revision) AS earlier
		FROM (
			SELECT d.id, d.slug, d.historyOpenedAt FROM Document d
			WHERE ${documents} AND ${sqlOf(liveDocument, "d")} ORDER BY d.updatedAt DESC LIMIT ${ENTRIES}
		) found
		JOIN DocumentVersion v ON v.documentId = found.id
		WHERE v.withdrawnAt IS NULL AND (found.historyOpenedAt IS NOT NULL OR v.revision = (
			SELECT max(n.revision) FROM DocumentVersion n WHERE n.documentId = found.id
		))
	) sub ORDER BY createdAt DESC, revision DESC`;

const OF_DOCUMENT = `${versionsOf("d.id = ?")} LIMIT ${ENTRIES}`;
const OF_APP = `${versionsOf("d.appId = ?")} LIMIT ${ENTRIES}`;

/** The announced texts of up to so many documents. Each has one at most. */
const announcedOf = (documents: string) => `SELECT d.id AS documentId, d.slug, n.title, n.note,
		n.effectiveOn, n.updatedAt
	FROM Document d JOIN DocumentDraft n ON n.documentId = d.id
	WHERE ${documents} AND ${sqlOf(liveDocument, "d")} AND n.announcedAt IS NOT NULL
	ORDER BY n.updatedAt DESC`;

const ANNOUNCED_OF_DOCUMENT = `${announcedOf("d.id = ?")} LIMIT 1`;
const ANNOUNCED_OF_APP = `${announcedOf("d.appId = ?")} LIMIT ${ENTRIES}`;

type AnnouncedRow = Pick<Row, "documentId" | "slug" | "title" | "note" | "effectiveOn"> & {
	updatedAt: string;
};

export type FeedAnnouncement = Omit<AnnouncedRow, "updatedAt"> & { updatedAt: Date };

export type FeedVersion = Omit<Row, "isHistoryOpen" | "createdAt"> & {
	isHistoryOpen: boolean;
	createdAt: Date;
};

/** Returns the newest public versions of a document, newest first. */
export function versionsOfDocument(documentId: string): FeedVersion[] {
	return readRows<Row>(OF_DOCUMENT, [documentId]).map(toVersion);
}

/** Returns the announced text of a document, if there is one. */
export function announcedOfDocument(documentId: string): FeedAnnouncement[] {
	return readRows<AnnouncedRow>(ANNOUNCED_OF_DOCUMENT, [documentId]).map(toAnnouncement);
}

/** Returns the announced texts of an app's documents, the last changed first. */
export function announcedOfApp(appId: string): FeedAnnouncement[] {
	return readRows<AnnouncedRow>(ANNOUNCED_OF_APP, [appId]).map(toAnnouncement);
}

/** Returns the newest public versions of all documents of an app, newest first. */
export function versionsOfApp(appId: string): FeedVersion[] {
	return readRows<Row>(OF_APP, [appId]).map(toVersion);
}

function toAnnouncement({ updatedAt, ...row }: AnnouncedRow): FeedAnnouncement {
	return { ...row, updatedAt: new Date(updatedAt) };
}

function toVersion({ isHistoryOpen, createdAt, ...row }: Row): FeedVersion {
	return { ...row, isHistoryOpen: isHistoryOpen === 1, createdAt: new Date(createdAt) };
}

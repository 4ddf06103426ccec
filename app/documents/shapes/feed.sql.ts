import { liveDocument } from "#app/addresses/visibility.ts";
import { sqlOf } from "#app/platform/db/condition.ts";
import { readRows } from "#app/platform/db/db.server.ts";

/** How many versions a feed has, and of how many documents at most. */
const ENTRIES = 50;

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

export type FeedVersion = Omit<Row, "isHistoryOpen" | "createdAt"> & {
	isHistoryOpen: boolean;
	createdAt: Date;
};

/** Returns the newest public versions of a document, newest first. */
export function versionsOfDocument(documentId: string): FeedVersion[] {
	return readRows<Row>(OF_DOCUMENT, [documentId]).map(toVersion);
}

/** Returns the newest public versions of all documents of an app, newest first. */
export function versionsOfApp(appId: string): FeedVersion[] {
	return readRows<Row>(OF_APP, [appId]).map(toVersion);
}

function toVersion({ isHistoryOpen, createdAt, ...row }: Row): FeedVersion {
	return { ...row, isHistoryOpen: isHistoryOpen === 1, createdAt: new Date(createdAt) };
}

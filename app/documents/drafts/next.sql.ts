import { readRow } from "#app/platform/db/db.server.ts";

const ANNOUNCED = "FROM DocumentDraft n WHERE n.announcedAt IS NOT NULL AND n.documentId =";

/** What the page of an announced text depends on, for the document with this id. `id` is SQL. */
export const nextStampOf = (id: string) => `SELECT n.id || ' ' || n.revision ${ANNOUNCED} ${id}`;

const NEXT = `SELECT n.title, n.content, n.format, n.effectiveOn, n.note, n.announcedAt, n.updatedAt
	${ANNOUNCED} ?`;

export type NextText = {
	title: string;
	content: string;
	format: string | null;
	effectiveOn: string;
	note: string;
	/** Times are texts. */
	announcedAt: string;
	updatedAt: string;
};

/** Returns the text that is announced for a public document, or null. */
export function readNext(documentId: string): NextText | null {
	return readRow<NextText>(NEXT, [documentId]) ?? null;
}

import { LIVE_DOCUMENT } from "#app/addresses/live-page.sql.ts";
import { clock } from "#app/platform/clock.server.ts";
import { readRow } from "#app/platform/db/db.server.ts";
import { dayOf } from "../applies-from.ts";
import { readVersionState } from "./history.sql.ts";
import { readNumber, readRange } from "./numbers.ts";

type Document = { id: string; revision: number; appName: string; newest: number };

const DOCUMENT = `SELECT d.id, d.revision, a.name AS appName,
		(SELECT max(v.revision) FROM DocumentVersion v WHERE v.documentId = d.id) AS newest
	${LIVE_DOCUMENT} AND d.historyOpenedAt IS NOT NULL`;

/** A withdrawal, and taking it back, change nothing else. */
const WITHDRAWN = `SELECT count(*) || ' ' || coalesce(max(v.withdrawnAt), '') AS stamp
	FROM DocumentVersion v WHERE v.documentId = ? AND v.revision BETWEEN ? AND ?
	AND v.withdrawnAt IS NOT NULL`;

/** Returns the stamp of the list of a document's versions, or null. */
export function versionsStamp(slugs: string[]): string | null {
	const document = readRow<Document>(DOCUMENT, slugs);
	if (!document) return null;
	const { id, revision, appName, newest } = document;
	return [id, revision, withdrawnIn(id, 1, newest), appName].join(" ");
}

/** Returns the stamp of a version's page, or null. A newer version changes that of its neighbour only. */
export function versionStamp([account, app, slug, number]: string[]): string | null {
	const revision = readNumber(number);
	const document = revision && readRow<Document>(DOCUMENT, [account, app, slug]);
	const version = document && readVersionState(document.id, revision);
	if (!version || version.withdrawnAt !== null) return null;
	const { previous, next, replacedOn } = version;
	// "It applies until then" becomes "It applied until then".
	const isOver = replacedOn !== null && replacedOn <= dayOf(clock.now());
	const saved = savedFor(document, revision);
	return [document.id, previous, next, replacedOn, isOver, saved, document.appName].join(" ");
}

/** Returns the stamp of the comparison of two versions, or null. */
export function changesStamp([account, app, slug, range]: string[]): string | null {
	const numbers = readRange(range);
	const document = numbers && readRow<Document>(DOCUMENT, [account, app, slug]);
	if (!document) return null;
	const [from, to] = numbers;
	const states = numbers.map((number) => readVersionState(document.id, number));
	if (states.some((state) => !state || state.withdrawnAt !== null)) return null;
	const saved = savedFor(document, to);
	return [document.id, withdrawnIn(document.id, from, to), saved, document.appName].join(" ");
}

/** The newest version shows the document's page, which a save can render anew. */
function savedFor({ revision, newest }: Document, number: number): number | null {
	return number === newest ? revision : null;
}

function withdrawnIn(documentId: string, from: number, to: number): string {
	return readRow<{ stamp: string }>(WITHDRAWN, [documentId, from, to])?.stamp ?? "";
}

import { PLAN_COLUMNS, type PlanRow } from "#app/billing/plan.sql.ts";
import { nextStampOf } from "#app/documents/drafts/next.sql.ts";
import {
	changesStamp,
	versionStamp,
	versionsStamp,
} from "#app/documents/versions/history-stamp.sql.ts";
import type { AppPageKind } from "#app/http/page-handle.ts";
import { clock } from "#app/platform/clock.server.ts";
import { sqlOf } from "#app/platform/db/condition.ts";
import { readDataVersion, readRow, readRows } from "#app/platform/db/db.server.ts";
import { HOUR_MS } from "#app/platform/time.ts";
import {
	ANNOUNCED_DAY,
	DEVELOPER,
	documentsOf,
	formsOf,
	isAccepting,
	LIVE_APP,
	LIVE_DELETION,
	LIVE_DOCUMENT,
	LIVE_FORM,
	PREVIOUS_VERSION,
	TAKES_DELETIONS,
} from "./live-page.sql.ts";
import { UPDATES_SLUG } from "./reserved.ts";
import { liveDocument } from "./visibility.ts";

/** Changes with every write to the database, by any process. Takes a few microseconds. */
export const dataVersion = readDataVersion;

/** Only the first page of an app is kept. */
const HUB = `SELECT a.id || ' ' || a.name || ' ' || coalesce(a.contactEmail, '') || ' ' ||
	${TAKES_DELETIONS} || ' ' || coalesce((
		SELECT group_concat(line, char(10)) FROM (
			SELECT d.slug || ' ' || d.title || ' ' || d.updatedAt || ' ' || d.revision || ' ' ||
				coalesce(d.historyOpenedAt, '') AS line ${documentsOf("a.id", "0")}
		)
	), '') || char(10) || coalesce((
		SELECT group_concat(line, char(10)) FROM (
			SELECT f.slug || ' ' || f.title AS line ${formsOf("a.id", "0")}
		)
	), '') AS stamp ${LIVE_APP}`;

/** A save counts the revision up. An announcement, a withdrawal or opening the history doesn't. */
const DOCUMENT = `SELECT d.id || ' ' || d.revision || ' ' || d.updatedAt || ' ' || a.name || ' ' ||
	coalesce(d.historyOpenedAt, '') || ' ' || coalesce((${ANNOUNCED_DAY}), '') || ' ' ||
	coalesce(${PREVIOUS_VERSION}, '') AS stamp ${LIVE_DOCUMENT}`;

/** Null where nothing is announced. */
const NEXT = `SELECT (${nextStampOf("d.id")}) AS stamp ${LIVE_DOCUMENT}`;

/** A document that was there first keeps the address of the app's updates. */
const UPDATES = `SELECT a.id || ' ' || a.name AS stamp ${LIVE_APP}`;

/** A feed also leaves out what was withdrawn, which may be taken back, and has what is announced. */
const IN_FEED = `(SELECT count(v.withdrawnAt) || ' ' || coalesce(max(v.withdrawnAt), '')
		FROM DocumentVersion v WHERE v.documentId = d.id) || ' ' ||
	coalesce((SELECT n.revision || ' ' || n.announcedAt FROM DocumentDraft n
		WHERE n.documentId = d.id AND n.announcedAt IS NOT NULL), '')`;

const DOCUMENT_FEED = `SELECT ${IN_FEED} AS stamp ${LIVE_DOCUMENT}`;

/** Of all documents, because the feed has those that changed last. */
const HUB_FEED = `SELECT a.id || ' ' || a.name || ' ' || coalesce((
		SELECT group_concat(line, ' ') FROM (
			SELECT d.id || ' ' || d.slug || ' ' || d.revision || ' ' ||
				coalesce(d.historyOpenedAt, '') || ' ' || ${IN_FEED} AS line
			FROM Document d WHERE d.appId = a.id AND ${sqlOf(liveDocument, "d")}
		)
	), '') AS stamp ${LIVE_APP}`;

const FORM = `SELECT f.id || ' ' || f.revision || ' ' || f.updatedAt || ' ' || a.name || ' ' ||
		coalesce(a.contactEmail, '') AS stamp, ${PLAN_COLUMNS} ${LIVE_FORM}`;

const DELETION = `SELECT a.id || ' ' || p.revision || ' ' || p.updatedAt || ' ' || a.name || ' ' ||
	${DEVELOPER} AS stamp ${LIVE_DELETION} AND p.closedAt IS NULL`;

/** How each kept page's stamp is read, by the slugs in its address. */
const STAMPS: Record<AppPageKind, (slugs: string[]) => string | null> = {
	hub: (slugs) => read(HUB, slugs),
	hubFeed: (slugs) => read(HUB_FEED, slugs),
	document: (slugs) => read(DOCUMENT, slugs),
	documentFeed: (slugs) => both(read(DOCUMENT, slugs), read(DOCUMENT_FEED, slugs)),
	next: (slugs) => both(read(DOCUMENT, slugs), read(NEXT, slugs)),
	form: formStamp,
	deletion: (slugs) => read(DELETION, slugs),
	updates: (slugs) => read(DOCUMENT, [...slugs, UPDATES_SLUG]) ?? read(UPDATES, slugs),
	versions: versionsStamp,
	version: versionStamp,
	changes: changesStamp,
};

/**
 * Returns a text that changes whenever a kept page does, or null if there is no such page. Takes
 * about ten microseconds, so that a page can be checked after every write.
 */
export function pageStamp(page: AppPageKind, slugs: string[]): string | null {
	return STAMPS[page](slugs);
}

/**
 * Returns a text that changes whenever a page of the site's own does: with the support form, and
 * each hour, so that a page's request id is not everybody's for ever.
 */
export function siteStamp(): string {
	const sql = "SELECT id || ' ' || isActive || ' ' || revision AS stamp FROM SupportForm";
	const forms = readRows<{ stamp: string }>(sql, []).map(({ stamp }) => stamp);
	return [...forms, Math.floor(clock.now().getTime() / HOUR_MS)].join(" ");
}

function read(sql: string, slugs: string[]): string | null {
	return readRow<{ stamp: string }>(sql, slugs)?.stamp ?? null;
}

function both(page: string | null, rest: string | null): string | null {
	return page === null || rest === null ? null : `${page} ${rest}`;
}

/** A form's page also depends on its owner's plan, which decides whether it accepts messages. */
function formStamp(slugs: string[]): string | null {
	const row = readRow<PlanRow & { stamp: string }>(FORM, slugs);
	return row ? `${row.stamp} ${isAccepting(row)}` : null;
}

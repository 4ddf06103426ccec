import { PLAN_COLUMNS, type PlanRow } from "#app/billing/plan.sql.ts";
import type { KeptPage } from "#app/http/page-handle.ts";
import { readDataVersion, readRow } from "#app/platform/db/db.server.ts";
import {
	documentsOf,
	formsOf,
	isAccepting,
	LIVE_APP,
	LIVE_DOCUMENT,
	LIVE_FORM,
} from "./live-page.sql.ts";

/** Moves with every write to the database, by whichever process. Takes a few microseconds. */
export const dataVersion = readDataVersion;

const HUB = `SELECT a.id || ' ' || a.name || ' ' || coalesce(a.contactEmail, '') || ' ' || coalesce((
		SELECT group_concat(d.slug || ' ' || d.title || ' ' || d.updatedAt, char(10))
		${documentsOf("a.id")}
	), '') || char(10) || coalesce((
		SELECT group_concat(f.slug || ' ' || f.title, char(10)) ${formsOf("a.id")}
	), '') AS stamp ${LIVE_APP}`;

const DOCUMENT = `SELECT d.id || ' ' || d.revision || ' ' || d.updatedAt || ' ' || a.name AS stamp
	${LIVE_DOCUMENT}`;

const FORM = `SELECT f.id || ' ' || f.revision || ' ' || f.updatedAt || ' ' || a.name || ' ' ||
		coalesce(a.contactEmail, '') AS stamp, ${PLAN_COLUMNS} ${LIVE_FORM}`;

/** What each kept page is made of, by the slugs in its address. */
const STAMPS: Record<KeptPage, (slugs: string[]) => string | null> = {
	hub: (slugs) => read(HUB, slugs),
	document: (slugs) => read(DOCUMENT, slugs),
	form: formStamp,
};

/**
 * What a kept page is made of, as a text: while it is the same, so is the page. Null for a page that
 * isn't there. Takes some ten microseconds, so that a page can be checked whenever something was written.
 */
export function pageStamp(page: KeptPage, slugs: string[]): string | null {
	return STAMPS[page](slugs);
}

function read(sql: string, slugs: string[]): string | null {
	return readRow<{ stamp: string }>(sql, slugs)?.stamp ?? null;
}

/** A form's page also says whether it accepts messages, which its owner's plan decides. */
function formStamp(slugs: string[]): string | null {
	const row = readRow<PlanRow & { stamp: string }>(FORM, slugs);
	return row ? `${row.stamp} ${isAccepting(row)}` : null;
}

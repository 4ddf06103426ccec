import { PLAN_COLUMNS, type PlanRow } from "#app/billing/plan.sql.ts";
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

/** The public pages that are kept, each under the pattern of its route in app/routes.ts. */
const PAGES = [
	{
		route: "/:accountSlug/:appName",
		stampOf: (...slugs: string[]) => read(HUB, slugs),
	},
	{
		route: "/:accountSlug/:appName/:documentSlug",
		stampOf: (...slugs: string[]) => read(DOCUMENT, slugs),
	},
	{
		route: "/:accountSlug/:appName/forms/:formSlug",
		stampOf: formStamp,
	},
].map((page) => ({
	...page,
	address: new RegExp(`^${page.route.replaceAll(/:\w+/g, "([^/]+)")}$`),
}));

/**
 * What the page at a canonical public path is made of, as a text: while it is the same, so is the
 * page. With it, the pattern of the page's route. Null for a path of which no page is kept, and for
 * a page that isn't there. Takes some ten microseconds, so that a kept page can be checked whenever
 * something was written.
 */
export function pageStamp(path: string): { route: string; stamp: string } | null {
	for (const { route, address, stampOf } of PAGES) {
		const [matched, ...slugs] = address.exec(path) ?? [];
		if (matched === undefined) continue;
		const stamp = stampOf(...slugs);
		return stamp === null ? null : { route, stamp };
	}
	return null;
}

function read(sql: string, slugs: string[]): string | null {
	return readRow<{ stamp: string }>(sql, slugs)?.stamp ?? null;
}

function formStamp(...slugs: string[]): string | null {
	const row = readRow<PlanRow & { stamp: string }>(FORM, slugs);
	return row ? `${row.stamp} ${isAccepting(row)}` : null;
}

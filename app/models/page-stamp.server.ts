import { readDataVersion, readRow } from "~/lib/db.server";
import { LIVE_APP, LIVE_DOCUMENT, LIVE_FORM } from "./live-page.server";
import { PLAN_COLUMNS, type PlanRow, planColumnsOf, planFrom } from "./plan.server";

/** Moves with every write to the database, by whichever process. Takes a few microseconds. */
export const dataVersion = readDataVersion;

const HUB = `SELECT a.id || ' ' || a.name || ' ' || coalesce((
		SELECT group_concat(slug || ' ' || title || ' ' || updatedAt, char(10))
		FROM Document WHERE appId = a.id AND deletedAt IS NULL
	), '') || char(10) || coalesce((
		SELECT group_concat(slug || ' ' || title, char(10))
		FROM Form WHERE appId = a.id AND deletedAt IS NULL
	), '') AS stamp ${LIVE_APP}`;

const DOCUMENT = `SELECT d.id || ' ' || d.revision || ' ' || d.updatedAt || ' ' || a.name AS stamp
	${LIVE_DOCUMENT}`;

const FORM = `SELECT f.id || ' ' || f.revision || ' ' || f.updatedAt || ' ' || a.name AS stamp,
		${PLAN_COLUMNS} ${LIVE_FORM}`;

/**
 * What the page at a canonical public path (a hub, a document or a form) is made of, as a text:
 * while it is the same, so is the page. Null for any other path, and for a page that isn't there.
 * Takes some ten microseconds, so that a kept page can be checked whenever something was written.
 */
export function pageStamp(path: string): string | null {
	const [, account, app, ...rest] = path.split("/");
	if (!account || !app) return null;
	if (rest.length === 0) return stampOf(HUB, account, app);
	if (rest.length === 1) return stampOf(DOCUMENT, account, app, rest[0]);
	if (rest.length === 2 && rest[0] === "forms") return formStamp(account, app, rest[1]);
	return null;
}

function stampOf(sql: string, ...slugs: (string | undefined)[]): string | null {
	return readRow<{ stamp: string }>(sql, slugs)?.stamp ?? null;
}

/** A form's page also says whether it accepts messages, which its owner's plan decides. */
function formStamp(...slugs: (string | undefined)[]): string | null {
	const row = readRow<PlanRow & { stamp: string }>(FORM, slugs);
	return row ? `${row.stamp} ${planFrom(planColumnsOf(row)).hasForms}` : null;
}

import { DEVELOPER, LIVE_DELETION } from "#app/addresses/live-page.sql.ts";
import { readRow } from "#app/platform/db/db.server.ts";

const PAGE = `SELECT p.formId, p.steps, p.deleted, p.kept, p.identifierLabel, p.days, p.offersPart,
	p.revision, p.closedAt, a.id AS appId, a.userId, a.name, a.slug, ${DEVELOPER} AS developer
	${LIVE_DELETION}`;

/** The deletion page at a canonical address. `developer` is as public pages name the developer. */
type PublicPage = {
	formId: string;
	steps: string;
	deleted: string;
	kept: string;
	identifierLabel: string;
	days: number;
	offersPart: 0 | 1;
	revision: number;
	closedAt: string | null;
	appId: string;
	userId: string;
	name: string;
	slug: string;
	developer: string;
};

/** Returns the deletion page at a canonical address, open or closed; null if there is none. */
export function readPublicPage(accountSlug: string, appSlug: string): PublicPage | null {
	return readRow<PublicPage>(PAGE, [accountSlug, appSlug]) ?? null;
}

import type { ZippedFile } from "#app/http/download.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { hasRequests, requestsAsCsv } from "./requests/request-export.sql.ts";

type Owned = { appId: string; userId: string };

/** Yields the files of an app's deletion page and of its requests, where there are any. */
export async function* exportDeletions(own: Owned, folder: string): AsyncGenerator<ZippedFile> {
	const lastModified = clock.now();
	const page = await describeDeletionPage(own);
	if (page) {
		const content = `${JSON.stringify(page, null, "\t")}\n`;
		yield { name: `${folder}/deletion-page.json`, lastModified, content };
	}
	if (hasRequests(own)) {
		yield { name: `${folder}/deletions.csv`, lastModified, content: requestsAsCsv(own) };
	}
}

/** Returns the texts of an app's deletion page, or null without a page. */
async function describeDeletionPage({ appId, userId }: Owned) {
	const page = await db.deletionPage.findFirst({ where: { appId, app: { userId } } });
	return (
		page && {
			in_the_app: page.steps,
			deleted: page.deleted,
			kept: page.kept,
			second_field: page.identifierLabel || null,
			days: page.days,
			offers_part: page.offersPart,
			closed_at: page.closedAt,
			created_at: page.createdAt,
			updated_at: page.updatedAt,
		}
	);
}

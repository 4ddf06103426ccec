import type { AppAccess } from "#app/accounts/access.server.ts";
import { countTitles, searchTitles } from "#app/apps/title-search.sql.ts";
import { db } from "#app/platform/db/db.server.ts";
import { rangeOf } from "#app/platform/db/page.ts";

export const DOCUMENTS_A_PAGE = 50;

/** What the owner's list shows: a page, counted from 1, of the titles that contain `query`. */
export type ListFilter = { query?: string; page?: number };

/** Returns a page of an app's documents for the owner's list, last updated first. */
export function listDocuments(access: AppAccess, { query = "", page = 1 }: ListFilter = {}) {
	const range = rangeOf(page, DOCUMENTS_A_PAGE);
	const found = searchTitles("Document", access, { query, ...range });
	return db.document.findMany({
		where: { id: { in: found }, appId: access.appId, app: { userId: access.userId } },
		take: range.take,
		orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
		select: {
			id: true,
			title: true,
			slug: true,
			preview: true,
			createdAt: true,
			updatedAt: true,
		},
	});
}

/** Returns how many documents of an app have a title that contains `query`. */
export function countDocuments(access: AppAccess, query = ""): number {
	return countTitles("Document", access, query);
}

import { db } from "#app/platform/db/db.server.ts";

/** Returns the texts of an app's deletion page for the account's export, or null without a page. */
export async function describeDeletionPage({ appId, userId }: { appId: string; userId: string }) {
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

import type { AppAccess, UserAccess } from "#app/accounts/access.server.ts";
import { db } from "#app/platform/db/db.server.ts";

/** The owner of an app, active or in the trash: deletion requests outlive the app's pages. */
export type RequestsAccess = AppAccess & { isTrashed: boolean };

/** Returns the access to the requests of one's own app, or null if it is another's or unknown. */
export async function accessToRequests(
	access: UserAccess,
	appId: string,
): Promise<RequestsAccess | null> {
	const app = await db.app.findFirst({
		where: { id: appId, userId: access.userId },
		select: { id: true, name: true, slug: true, deletedAt: true },
	});
	if (!app) return null;
	const { name, slug } = app;
	return { ...access, appId, app: { name, slug }, isTrashed: app.deletedAt !== null };
}

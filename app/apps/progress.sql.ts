import type { UserAccess } from "#app/accounts/access.server.ts";
import { db } from "#app/platform/db/db.server.ts";

/** What an owner has set up. `appId` is the newest active app's. */
export type Progress = {
	accountName: string | null;
	appId: string | null;
	hasDocument: boolean;
	hasForm: boolean;
};

type ProgressRow = { appId: string | null; documents: bigint; forms: bigint };

/** Returns what an owner has set up, for the checklist of the Getting Started guide. */
export async function readProgress(access: UserAccess): Promise<Progress> {
	// The "+" stops SQLite from using an index on "deletedAt", which would read every document.
	const [row] = await db.$queryRaw<ProgressRow[]>`
		SELECT
			(SELECT "id" FROM "App" WHERE "userId" = ${access.userId} AND "deletedAt" IS NULL
				ORDER BY "createdAt" DESC, "id" DESC LIMIT 1) AS "appId",
			EXISTS (SELECT 1 FROM "App" CROSS JOIN "Document" ON "Document"."appId" = "App"."id"
				WHERE "App"."userId" = ${access.userId} AND "App"."deletedAt" IS NULL
				AND +"Document"."deletedAt" IS NULL) AS "documents",
			EXISTS (SELECT 1 FROM "App" CROSS JOIN "Form" ON "Form"."appId" = "App"."id"
				WHERE "App"."userId" = ${access.userId} AND "App"."deletedAt" IS NULL
				AND "Form"."kind" = 'support' AND "Form"."deletedAt" IS NULL) AS "forms"`;
	return {
		accountName: access.accountName,
		appId: row?.appId ?? null,
		hasDocument: row?.documents === 1n,
		hasForm: row?.forms === 1n,
	};
}

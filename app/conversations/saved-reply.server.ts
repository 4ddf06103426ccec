import type { UserAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";

export const SAVED_REPLIES_MAX = 50;

/** An owner's saved replies, by title. */
export function listSavedReplies(access: UserAccess) {
	return db.savedReply.findMany({
		where: { userId: access.userId },
		orderBy: { title: "asc" },
		select: { id: true, title: true, text: true },
	});
}

/** One of one's own saved replies, or null. */
export function readReply(access: UserAccess, id: string) {
	return db.savedReply.findUnique({
		where: { id, userId: access.userId },
		select: { id: true, title: true, text: true },
	});
}

/** Keeps a reply under its title; the same title again replaces it. Throws Refusal at 50. */
export async function saveReply(
	access: UserAccess,
	{ title, text }: { title: string; text: string },
): Promise<void> {
	const key = { userId: access.userId, title };
	await transaction(async (tx) => {
		const others = await tx.savedReply.count({
			where: { userId: access.userId, title: { not: title } },
		});
		if (others >= SAVED_REPLIES_MAX) {
			throw new Refusal(
				`You can keep ${SAVED_REPLIES_MAX} replies. Please delete one before you save another.`,
				{ field: "title" },
			);
		}
		await tx.savedReply.upsert({
			where: { userId_title: key },
			update: { text },
			create: { ...key, text, createdAt: clock.now() },
		});
	});
}

/** Deletes one of one's own saved replies; one that is not there is deleted, too. */
export async function deleteReply(access: UserAccess, id: string): Promise<void> {
	await transaction((tx) => tx.savedReply.deleteMany({ where: { id, userId: access.userId } }));
}

import type { UserAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";

export const SAVED_REPLIES_MAX = 50;

/** Returns an owner's saved replies in the order of their titles. */
export function listSavedReplies(access: UserAccess) {
	return db.savedReply.findMany({
		where: { userId: access.userId },
		orderBy: { title: "asc" },
		select: { id: true, title: true, text: true },
	});
}

/** Returns one of the owner's saved replies, or null. */
export function readReply(access: UserAccess, id: string) {
	return db.savedReply.findUnique({
		where: { id, userId: access.userId },
		select: { id: true, title: true, text: true },
	});
}

/** Saves a reply, replacing one with the same title. Throws Refusal when there are 50 others. */
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

/** Deletes one of the owner's saved replies, if it exists. */
export async function deleteReply(access: UserAccess, id: string): Promise<void> {
	await transaction((tx) => tx.savedReply.deleteMany({ where: { id, userId: access.userId } }));
}

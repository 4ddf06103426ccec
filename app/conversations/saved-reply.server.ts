import type { UserAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { rangeOf } from "#app/platform/db/page.ts";
import { Refusal } from "#app/platform/refusal.ts";

export const SAVED_REPLIES_MAX = 50;

/** Few, because a reply has up to 5,000 characters. */
const REPLIES_A_PAGE = 10;

/** Returns an owner's saved replies with their texts, in the order of their titles. */
export function listSavedReplies(access: UserAccess) {
	return findReplies(access, rangeOf(1, SAVED_REPLIES_MAX));
}

/** Returns ten saved replies, in the order of their titles, and the number of pages. */
export async function readSavedReplies(access: UserAccess, page: number) {
	const count = await db.savedReply.count({ where: { userId: access.userId } });
	return {
		replies: await findReplies(access, rangeOf(page, REPLIES_A_PAGE)),
		pages: Math.ceil(count / REPLIES_A_PAGE),
	};
}

/** Returns the titles of an owner's saved replies, to choose one from. */
export function listReplyTitles({ userId }: UserAccess) {
	return db.savedReply.findMany({
		where: { userId },
		orderBy: { title: "asc" },
		take: SAVED_REPLIES_MAX,
		select: { id: true, title: true },
	});
}

function findReplies({ userId }: UserAccess, range: { skip: number; take: number }) {
	return db.savedReply.findMany({
		where: { userId },
		...range,
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

/** Returns a saved reply's text with the visitor's name for {{name}} and the app's for {{app}}. */
export function fillReply(text: string, { name, app }: { name: string; app: string }): string {
	const values: Record<string, string> = { name: name || "there", app };
	return text.replace(/\{\{\s*(name|app)\s*\}\}/gi, (_, key) => values[key.toLowerCase()] ?? "");
}

/** Changes one of the owner's saved replies. Returns false if it is gone. Throws Refusal. */
export async function updateReply(
	access: UserAccess,
	id: string,
	{ title, text }: { title: string; text: string },
): Promise<boolean> {
	const { userId } = access;
	return transaction(async (tx) => {
		const same = await tx.savedReply.findUnique({ where: { userId_title: { userId, title } } });
		if (same && same.id !== id) {
			throw new Refusal("Another reply has this title. Please choose a different one.", {
				field: "title",
			});
		}
		const { count } = await tx.savedReply.updateMany({
			where: { id, userId },
			data: { title, text },
		});
		return count > 0;
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

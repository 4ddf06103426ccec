import type { AppAccess } from "#app/accounts/access.server.ts";
import { keepAlias, tombstone, untombstone } from "#app/addresses/alias.server.ts";
import { type Renaming, renaming } from "#app/addresses/slug.ts";
import { isSlugTaken } from "#app/addresses/taken.sql.ts";
import { requireActiveApp } from "#app/apps/app.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { rangeOf } from "#app/platform/db/page.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { ownDocument } from "./document.server.ts";
import { freeSlug } from "./document-address.server.ts";
import { requireRoomInApp } from "./document-limit.server.ts";
import { DOCUMENTS_A_PAGE } from "./document-list.server.ts";

/** How long a deleted document stays in the database. */
const KEEP_DELETED_MS = 30 * DAY_MS;

/**
 * Takes a document offline at once; the database keeps it for 30 more days. Returns its title,
 * also if it was deleted already, or null for an unknown document.
 */
export async function deleteDocument(
	access: AppAccess,
	documentId: string,
): Promise<string | null> {
	return transaction(async (tx) => {
		const document = await tx.document.findFirst({
			where: { id: documentId, appId: access.appId, app: { userId: access.userId } },
			select: { id: true, title: true, slug: true, deletedAt: true },
		});
		if (!document || document.deletedAt) return document?.title ?? null;
		await keepAlias(tx, "document", access.appId, document);
		await tx.document.update({
			where: ownDocument(access, documentId),
			data: { slug: tombstone(document.slug, documentId), deletedAt: clock.now() },
		});
		return document.title;
	});
}

/**
 * Returns a page, counted from 1, of an app's deleted documents that are still kept, newest first.
 * `hasMore` says whether there are older ones.
 */
export async function listDeletedDocuments({ appId, userId }: AppAccess, page: number) {
	const range = rangeOf(page, DOCUMENTS_A_PAGE);
	const found = await db.document.findMany({
		where: { appId, app: { userId }, deletedAt: { not: null } },
		...range,
		take: range.take + 1,
		orderBy: [{ deletedAt: "desc" }, { id: "desc" }],
		select: { id: true, title: true, deletedAt: true },
	});
	return { rows: found.slice(0, range.take), hasMore: found.length > range.take };
}

/**
 * Brings a deleted document back to its address, or to the next free one if another has it now.
 * Restoring an active document changes nothing. Returns its title and where it moved, or null for
 * an unknown document. Throws Refusal if the app is full.
 */
export async function restoreDocument(
	access: AppAccess,
	documentId: string,
): Promise<{ title: string; moved: Renaming | null } | null> {
	return transaction(async (tx) => {
		await requireActiveApp(tx, access);
		const own = { id: documentId, appId: access.appId, app: { userId: access.userId } };
		const document = await tx.document.findFirst({
			where: own,
			select: { title: true, slug: true, deletedAt: true },
		});
		if (!document) return null;
		const { title } = document;
		if (!document.deletedAt) return { title, moved: null };
		await requireRoomInApp(tx, access);
		const former = untombstone(document.slug, documentId);
		// One from before an address was reserved has it again.
		const isTaken = isSlugTaken(tx, "Document", { ...access, slug: former, selfId: documentId });
		const slug = isTaken ? freeSlug(tx, access, former, documentId) : former;
		await tx.document.update({ where: own, data: { slug, deletedAt: null } });
		return { title, moved: renaming(former, slug) };
	});
}

/** Erases documents that were deleted more than 30 days ago. Returns how many. */
export async function forgetDeletedDocuments(): Promise<number> {
	const { count } = await transaction((tx) =>
		tx.document.deleteMany({ where: { deletedAt: { lt: later(clock.now(), -KEEP_DELETED_MS) } } }),
	);
	return count;
}

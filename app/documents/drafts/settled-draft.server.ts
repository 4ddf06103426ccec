import type { AppAccess } from "#app/accounts/access.server.ts";
import type { DocumentText } from "#app/documents/document-page.server.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";

/** A stored draft, by its id and the revision of the save that an editor knows. */
export type DraftRef = { id: string; revision: number };

/** Returns the `where` of an owner's draft in an active app. */
export function ownDraft({ appId, userId }: AppAccess, draftId: string) {
	return { id: draftId, appId, app: { userId, deletedAt: null } };
}

/**
 * Removes the draft that a save publishes. A draft that another window changed meanwhile, to another
 * text than is published, stays.
 */
export async function settleDraft(
	tx: Transaction,
	access: AppAccess,
	{ id, revision }: DraftRef,
	{ title, content }: DocumentText,
): Promise<void> {
	const where = ownDraft(access, id);
	const stored = await tx.documentDraft.findFirst({ where });
	if (!stored) return;
	const isPublished = stored.title === title && stored.content === content;
	if (stored.revision === revision || isPublished) await tx.documentDraft.deleteMany({ where });
}

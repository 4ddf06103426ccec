import type { AppAccess } from "#app/accounts/access.server.ts";
import { slugify } from "#app/addresses/slug.ts";
import type { DocumentText } from "#app/documents/document-page.server.ts";
import { TITLE_MAX } from "#app/documents/document-rules.ts";
import { announcedPublished } from "#app/documents/emails/announced.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";
import { columnsOf, DraftChanged, type DraftText, isSame, type StoredText } from "./draft-text.ts";

/** A stored draft, by its id and the revision of the save that an editor knows. */
export type DraftRef = {
	id: string;
	revision: number;
	/** It publishes itself: its owner is told, and nothing is published if it is another by now. */
	isAnnounced?: boolean;
};

/** Returns the `where` of an owner's draft in an active app. */
export function ownDraft({ appId, userId }: AppAccess, draftId: string) {
	return { id: draftId, appId, app: { userId, deletedAt: null } };
}

/** Returns whether an owner's draft is still stored. */
export async function isLeft(access: AppAccess, { id }: DraftRef): Promise<boolean> {
	return (await db.documentDraft.count({ where: ownDraft(access, id) })) > 0;
}

/**
 * Returns the draft that a script began for the page of a new document while its text was being
 * published, or null. It is removed only with the same text, because the page knows no save of it.
 */
export async function findBegun(
	tx: Transaction,
	{ appId, userId }: AppAccess,
	requestId: string,
): Promise<DraftRef | null> {
	const where = { appId, app: { userId }, requestId, documentId: null };
	const begun = await tx.documentDraft.findFirst({ where, select: { id: true } });
	return begun && { ...begun, revision: 0 };
}

/** A text that is published, with what its owner says of it. */
type Published = DocumentText & Partial<Pick<DraftText, "slug" | "kind" | "effective_on" | "note">>;

/**
 * Removes the draft that a save publishes. A draft that another window announced meanwhile, or
 * changed to anything else than is published, stays. Throws DraftChanged if an announced draft publishes itself and is
 * not what it was, or not announced any more.
 */
export async function settleDraft(
	tx: Transaction,
	access: AppAccess,
	{ id, revision, isAnnounced = false }: DraftRef,
	published: Published,
): Promise<void> {
	const where = ownDraft(access, id);
	const stored = await tx.documentDraft.findFirst({
		where,
		include: { app: { select: { user: { select: { email: true } } } } },
	});
	if (isAnnounced) requireAnnounced(stored, revision);
	if (!stored) return;
	const isStored =
		stored.revision === revision || (!stored.announcedAt && saysSame(stored, published));
	if (!isStored) return;
	await tx.documentDraft.deleteMany({ where });
	if (!isAnnounced || !stored.documentId) return;
	const ids = { appId: access.appId, documentId: stored.documentId };
	const url = env.appUrl + paths.document.published(ids);
	await enqueueMail(tx, {
		dedupeKey: `announced-published ${id}`,
		kind: "announced-published",
		to: stored.app.user.email,
		email: announcedPublished({
			...{ title: published.title, appName: access.app.name, url },
			effectiveOn: stored.effectiveOn,
		}),
	});
}

function saysSame(stored: StoredText & { slug: string }, published: Published): boolean {
	const { slug = "", effective_on = "", note = "", ...text } = published;
	// A draft's address stays as it was typed.
	const typed = { ...stored, slug: slugify(stored.slug, TITLE_MAX) };
	return isSame(typed, columnsOf({ ...text, slug, effective_on, note }));
}

type Stored = { id: string; revision: number; updatedAt: Date; announcedAt: Date | null };

function requireAnnounced(stored: Stored | null, revision: number): void {
	if (stored?.announcedAt && stored.revision === revision) return;
	const meanwhile = stored ?? { id: null, revision: 0, updatedAt: clock.now() };
	throw new DraftChanged("The draft is not what it was.", meanwhile);
}

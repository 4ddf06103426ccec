import type { AppAccess } from "#app/accounts/access.server.ts";
import { requireActiveApp } from "#app/apps/app.server.ts";
import { ownDocument } from "#app/documents/document.server.ts";
import {
	countDraftSave,
	DRAFTS_AN_APP,
	requireRoomForDraft,
	requireRoomForText,
} from "#app/documents/document-limit.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import {
	columnsOf,
	type DraftText,
	isSame,
	type KnownDraft,
	requireKnownDraft,
} from "./draft-text.ts";
import { type DraftRef, ownDraft } from "./settled-draft.server.ts";

/** Which draft is saved, and what its editor began from. */
export type DraftSave = {
	/** Null: of a document that is yet to be. */
	documentId: string | null;
	/** What the editor began from. */
	draft: KnownDraft;
	/** The document's revision that the text began from; 0 for a document that is yet to be. */
	base: number;
	/** Made by the page, so that two presses save one draft. */
	requestId: string;
	/** Whether the editor's script saves it. It never brings back what was published or discarded. */
	isAuto: boolean;
};

/**
 * Saves a draft, and begins it if there is none. Saving what is stored again changes nothing. Returns
 * null for an unknown document. Throws Refusal if the app or the account is full, if a script saves
 * what was published or discarded meanwhile, and for an announced draft; DraftChanged if another
 * window saved it; and TooMany.
 */
export async function saveDraft(
	access: AppAccess,
	save: DraftSave,
	text: DraftText,
): Promise<(DraftRef & { savedAt: Date }) | null> {
	return transaction(async (tx) => {
		await requireActiveApp(tx, access);
		const document = save.documentId ? await findDocument(tx, access, save.documentId) : null;
		if (save.documentId && !document) return null;
		const now = clock.now();
		const columns = columnsOf(text);
		const twin = save.documentId ? null : await findTwin(tx, access, save);
		if (twin && isSame(twin, columns)) return resultOf(twin);
		const stored = save.draft || save.documentId ? await findStored(tx, access, save) : twin;
		if (stored && isSame(stored, columns)) return resultOf(stored);
		if (stored?.announcedAt) throw save.isAuto ? keptByTab() : announced();
		const isAnother = stored && save.draft && stored.id !== save.draft.id;
		if (isAnother && save.isAuto) throw isOverElsewhere();
		if (stored) requireKnownDraft(stored, save.draft);
		if (!stored && save.isAuto) await requireUnpublished(tx, access, save, document?.revision);
		countDraftSave(tx, access);
		requireRoomForText(tx, access, { content: text.content, html: "" });
		const saved = { ...columns, savedBy: access.email, updatedAt: now };
		if (stored) {
			const revision = stored.revision + 1;
			await tx.documentDraft.update({
				where: ownDraft(access, stored.id),
				data: { ...saved, revision, base: save.base },
			});
			return { id: stored.id, revision, savedAt: now };
		}
		await requireRoomForDraft(tx, access);
		const { id, revision } = await tx.documentDraft.create({
			data: {
				...saved,
				appId: access.appId,
				documentId: save.documentId,
				base: save.base,
				requestId: save.documentId || twin ? crypto.randomUUID() : save.requestId,
				createdAt: now,
			},
		});
		return { id, revision, savedAt: now };
	});
}

/** Returns a draft for its editor, with the public text of its document, or null. */
export function readDraft(access: AppAccess, draftId: string) {
	return db.documentDraft.findFirst({
		where: { ...ownDraft(access, draftId), ...ofLiveDocument },
		include: {
			document: {
				select: { title: true, slug: true, content: true, format: true, revision: true },
			},
		},
	});
}

/** Returns what the editor of a document says of its draft, or null. */
export function readDraftOf(access: AppAccess, documentId: string) {
	return db.documentDraft.findFirst({
		where: { documentId, document: ownDocument(access, documentId) },
		select: { id: true, updatedAt: true, announcedAt: true, effectiveOn: true, failure: true },
	});
}

/** Returns the draft that was saved last of the documents that are yet to be, or null. */
export function readNewestDraft(access: AppAccess) {
	return db.documentDraft.findFirst({
		where: { appId: access.appId, app: { userId: access.userId }, documentId: null },
		orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
		select: { id: true, title: true, updatedAt: true },
	});
}

/** Returns an app's drafts, last saved first. */
export function listDrafts(access: AppAccess) {
	return db.documentDraft.findMany({
		where: { appId: access.appId, app: { userId: access.userId }, ...ofLiveDocument },
		orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
		take: DRAFTS_AN_APP,
		select: {
			id: true,
			title: true,
			updatedAt: true,
			announcedAt: true,
			effectiveOn: true,
			failure: true,
			document: { select: { title: true } },
		},
	});
}

/**
 * Deletes a draft. Deleting it twice is the same. Throws Refusal for an announced one, and
 * DraftChanged if another window saved it.
 */
export async function discardDraft(access: AppAccess, draft: DraftRef): Promise<void> {
	await transaction(async (tx) => {
		const where = ownDraft(access, draft.id);
		const stored = await tx.documentDraft.findFirst({ where });
		if (!stored) return;
		if (stored.announcedAt) throw announced();
		requireKnownDraft(stored, draft);
		await tx.documentDraft.deleteMany({ where });
	});
}

/** The drafts of deleted documents wait with them. */
const ofLiveDocument = { OR: [{ documentId: null }, { document: { deletedAt: null } }] };

function announced() {
	return new Refusal("This draft is announced. Please call it off first.", { status: 409 });
}

/** What the editor says where a script would have saved: nobody pressed anything. */
function keptByTab() {
	return new Refusal(
		"A new text is announced, so this is kept as no draft. This tab keeps what you type.",
		{ status: 409 },
	);
}

function findDocument(tx: Transaction, access: AppAccess, documentId: string) {
	const where = ownDocument(access, documentId);
	return tx.document.findFirst({ where, select: { revision: true } });
}

function findStored(tx: Transaction, access: AppAccess, save: DraftSave) {
	const { documentId, draft } = save;
	const own = { appId: access.appId, app: { userId: access.userId } };
	if (documentId) return tx.documentDraft.findFirst({ where: { ...own, documentId } });
	return tx.documentDraft.findFirst({ where: { ...own, documentId: null, id: draft?.id ?? "" } });
}

/** Returns the draft that an earlier press of the same page began. */
function findTwin(tx: Transaction, { appId, userId }: AppAccess, { requestId }: DraftSave) {
	return tx.documentDraft.findFirst({ where: { appId, requestId, app: { userId } } });
}

/** A script's save may arrive after the press that published or discarded what it saves. */
async function requireUnpublished(
	tx: Transaction,
	{ appId }: AppAccess,
	{ documentId, draft, base, requestId }: DraftSave,
	revision: number | undefined,
): Promise<void> {
	const isOver = documentId
		? base !== revision
		: (await tx.document.count({ where: { appId, requestId } })) > 0;
	if (!draft && !isOver) return;
	throw isOverElsewhere();
}

function isOverElsewhere() {
	return new Refusal("This text was published or discarded in another window.", { status: 409 });
}

function resultOf({ id, revision, updatedAt }: DraftRef & { updatedAt: Date }) {
	return { id, revision, savedAt: updatedAt };
}

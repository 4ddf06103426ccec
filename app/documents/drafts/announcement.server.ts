import type { AppAccess } from "#app/accounts/access.server.ts";
import { requireActiveApp } from "#app/apps/app.server.ts";
import { ownDocument } from "#app/documents/document.server.ts";
import { chooseSlug } from "#app/documents/document-address.server.ts";
import {
	countSave,
	requireRoomForDraft,
	requireRoomForText,
} from "#app/documents/document-limit.server.ts";
import { renderDocument } from "#app/documents/document-page.server.ts";
import { enqueueNotice } from "#app/documents/notices/notice.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { enqueueJob } from "#app/platform/jobs/job.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { changedElsewhere, requireRevision } from "#app/platform/revision.ts";
import { describeAnnounceFault, publishesAt } from "./announce-rules.ts";
import {
	columnsOf,
	type DraftText,
	isSame,
	type KnownDraft,
	requireKnownDraft,
} from "./draft-text.ts";
import { publishDraftJob } from "./scheduled-publishing.server.ts";
import { ownDraft } from "./settled-draft.server.ts";

/** What an editor announces, and what it began from. */
type Announcement = {
	documentId: string;
	/** The document's revision. */
	revision: number;
	draft: KnownDraft;
	/** Whether the owner knows that the day is near. */
	isShortKnown: boolean;
	/** A correction that nobody is told of by mail. */
	isSmall?: boolean;
	text: DraftText;
};

/** The day is nearer than readers are usually promised, and nobody has ticked that yet. */
export class ShortNotice extends Refusal {}

/**
 * Makes a document's draft public at /next, for the day from which it applies and on which it
 * publishes itself; a draft that is announced already is changed. Announcing the same again changes
 * nothing. Returns the draft's id, or null for an unknown document. Throws Refusal if there is no such
 * day, or if the text could not be published; ShortNotice; ChangedMeanwhile and DraftChanged if
 * another window saved first; and TooMany.
 */
export async function announceDraft(
	access: AppAccess,
	{ documentId, revision, draft, isShortKnown, isSmall, text }: Announcement,
): Promise<string | null> {
	const { title, content, format, slug, effective_on: day } = text;
	const { html } = await renderDocument(access, { title, content, format });
	return transaction(async (tx) => {
		await requireActiveApp(tx, access);
		const document = await tx.document.findFirst({
			where: ownDocument(access, documentId),
			select: { id: true, title: true, slug: true, revision: true, updatedAt: true },
		});
		if (!document) return null;
		const stored = await tx.documentDraft.findFirst({ where: { documentId } });
		const columns = columnsOf(text);
		const isDayKept = stored !== null && stored.announcedAt !== null && stored.effectiveOn === day;
		const isRetry = isDayKept && stored.failure !== null;
		const isAnnounced = stored?.announcedAt && stored.failure === null;
		if (stored && isAnnounced && isSame(stored, columns)) return stored.id;
		if (!isRetry) requireDay(day, isShortKnown || isDayKept);
		requireRevision(document, revision, changedElsewhere("document"));
		if (stored && !isSame(stored, columns)) requireKnownDraft(stored, draft);
		countSave(tx, access);
		requireRoomForText(tx, access, { content, html });
		// The day is too late to say that the address is taken.
		chooseSlug(tx, access, { title, slug }, document);
		const now = clock.now();
		const saved = {
			...columns,
			base: revision,
			savedBy: access.email,
			announcedAt: stored?.announcedAt ?? now,
			failure: null,
			updatedAt: now,
		};
		const id = stored
			? await change(tx, access, stored, saved)
			: await begin(tx, access, documentId, saved);
		enqueueJob(tx, publishDraftJob, { key: id, dueAt: publishesAt(day) });
		const isTold = stored?.announcedAt && isSame(stored, columns);
		if (!isSmall && !isTold) {
			await enqueueNotice(tx, access, {
				documentId,
				reason: stored?.announcedAt ? "changed" : "announced",
				key: `${id}:${stored ? stored.revision + 1 : 1}`,
				facts: { title, effectiveOn: day, note: text.note },
			});
		}
		return id;
	});
}

/**
 * Makes an announced draft private again. Calling it off twice is the same. Returns whether there is
 * such a draft.
 */
export async function callOff(access: AppAccess, draftId: string): Promise<boolean> {
	return transaction(async (tx) => {
		const where = ownDraft(access, draftId);
		const stored = await tx.documentDraft.findFirst({ where });
		if (!stored) return false;
		if (!stored.announcedAt) return true;
		await tx.documentDraft.update({
			where,
			data: {
				announcedAt: null,
				failure: null,
				revision: stored.revision + 1,
				updatedAt: clock.now(),
			},
		});
		const { documentId, title, effectiveOn } = stored;
		if (documentId) {
			await enqueueNotice(tx, access, {
				documentId,
				reason: "called_off",
				key: `${draftId}:${stored.revision + 1}`,
				facts: { title, effectiveOn, note: "" },
			});
		}
		return true;
	});
}

function requireDay(day: string, isShortKnown: boolean): void {
	const { text, isShort } = describeAnnounceFault(day, clock.now());
	const field = "effective_on";
	if (isShort && !isShortKnown) throw new ShortNotice(text, { field });
	if (text && !isShort) throw new Refusal(text, { field });
}

type Saved = ReturnType<typeof columnsOf> & {
	base: number;
	savedBy: string;
	announcedAt: Date;
	failure: null;
	updatedAt: Date;
};

async function change(
	tx: Transaction,
	access: AppAccess,
	{ id, revision }: { id: string; revision: number },
	saved: Saved,
): Promise<string> {
	const data = { ...saved, revision: revision + 1 };
	await tx.documentDraft.update({ where: ownDraft(access, id), data });
	return id;
}

async function begin(
	tx: Transaction,
	access: AppAccess,
	documentId: string,
	saved: Saved,
): Promise<string> {
	await requireRoomForDraft(tx, access);
	const { id } = await tx.documentDraft.create({
		data: {
			...saved,
			appId: access.appId,
			documentId,
			requestId: crypto.randomUUID(),
			createdAt: saved.updatedAt,
		},
	});
	return id;
}

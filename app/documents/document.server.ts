import type { AppAccess } from "#app/accounts/access.server.ts";
import { keepAlias } from "#app/addresses/alias.server.ts";
import { requireActiveApp } from "#app/apps/app.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import {
	db,
	isUniqueViolation,
	type Transaction,
	transaction,
} from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { changedElsewhere, requireRevision } from "#app/platform/revision.ts";
import { chooseSlug } from "./document-address.server.ts";
import {
	countNewDocument,
	countSave,
	requireRoomForText,
	requireRoomInApp,
} from "./document-limit.server.ts";
import { type DocumentText, renderDocument } from "./document-page.server.ts";
import { type DraftRef, findBegun, isLeft, settleDraft } from "./drafts/settled-draft.server.ts";
import type { Kind } from "./kind.ts";
import { findMade, withOwnRequest } from "./made-document.server.ts";
import { addVersion } from "./notices/new-version.server.ts";

/** A text with what its owner says of it. What is undefined stays as it was. */
type AddressedText = DocumentText & {
	/** The slug that the owner chose. "": it follows the title. */
	slug?: string;
	/** Null: as the title tells. */
	kind?: Kind | null;
	/** YYYY-MM-DD; "": the owner names no day. */
	effective_on?: string;
	/** What changed, for the history and for subscribers. */
	note?: string;
	/** The draft that it comes from, which is gone once the text is published. */
	draft?: DraftRef;
};

type NewDocument = AddressedText & { request_id: string };

type Save = AddressedText & {
	revision: number;
	/** A correction that nobody is told of by mail. */
	is_small?: boolean;
};

/** An earlier press of the same page published another text. */
export class PublishedBefore extends Refusal {}

/**
 * Renders and publishes a document. A repeated `request_id` returns the document that its first
 * request created. With another text it is another document if it comes from a stored draft, and
 * PublishedBefore otherwise. Throws Refusal if it can't render, if another document has the chosen
 * address, or if the app or the account is full.
 */
export async function publishDocument(
	access: AppAccess,
	given: NewDocument,
): Promise<{ id: string }> {
	const { request_id, slug, kind, effective_on, note, draft, ...text } = given;
	const made = await findMade(access, given);
	if (made?.isSame) return { id: made.id };
	if (made) {
		const isOther = draft && (await isLeft(access, draft));
		if (isOther) return publishDocument(access, withOwnRequest(given));
		throw new PublishedBefore("This page has published another text already.", { status: 409 });
	}
	const page = await renderDocument(access, text);
	const now = clock.now();
	try {
		return await transaction(async (tx) => {
			await requireActiveApp(tx, access);
			await requireRoomInApp(tx, access);
			countNewDocument(tx, access);
			requireRoomForText(tx, access, { content: text.content, html: page.html });
			const shown = draft ?? (await findBegun(tx, access, request_id));
			if (shown) await settleDraft(tx, access, shown, given);
			return tx.document.create({
				data: {
					appId: access.appId,
					...text,
					slug: chooseSlug(tx, access, { title: text.title, slug }),
					...page,
					kind,
					effectiveOn: effective_on,
					revision: 1,
					requestId: request_id,
					createdAt: now,
					updatedAt: now,
					historyOpenedAt: now,
					versions: {
						create: {
							revision: 1,
							...text,
							effectiveOn: effective_on,
							note,
							savedBy: access.email,
							createdAt: now,
						},
					},
				},
				select: { id: true },
			});
		});
	} catch (error) {
		const twin = isUniqueViolation(error) && (await findMade(access, given));
		if (twin) return publishDocument(access, given);
		throw error;
	}
}

/**
 * Saves a title and a text over `revision`. If one of them, the format or the effective date changes,
 * this is a new version, with the revision as its number, and those who asked are told. Keeps an
 * alias if the address moves. Saving what is stored again changes nothing, unless its page would be
 * another now. Returns the stored revision, or null for an unknown document. Throws Refusal if the text can't be rendered or
 * another document has the chosen address, ChangedMeanwhile if another save came first, and TooMany.
 */
export async function updateDocument(
	access: AppAccess,
	documentId: string,
	given: Save,
): Promise<number | null> {
	const { revision, slug: chosen, kind, effective_on, note, draft, is_small, ...text } = given;
	const { title, content, format = null } = text;
	const page = await renderDocument(access, text);
	return transaction(async (tx) => {
		const stored = await tx.document.findFirst({
			where: ownDocument(access, documentId),
			select: {
				id: true,
				title: true,
				slug: true,
				content: true,
				format: true,
				html: true,
				kind: true,
				effectiveOn: true,
				revision: true,
				updatedAt: true,
			},
		});
		if (!stored) return null;
		if (draft) await settleDraft(tx, access, draft, given);
		const slug = chooseSlug(tx, access, { title, slug: chosen }, stored);
		const effectiveOn = effective_on ?? stored.effectiveOn;
		const isSameText =
			stored.title === title && stored.content === content && stored.effectiveOn === effectiveOn;
		const isSameVersion = isSameText && stored.format === format;
		const isSameKind = kind === undefined || stored.kind === kind;
		// Since a later release, the same text can make another page.
		const isSamePage = stored.html === page.html;
		// An announced text may be public already: its note was told with the announcement.
		if (isSameVersion && note && !draft?.isAnnounced) await requireNoteOf(tx, documentId, note);
		if (isSameVersion && isSameKind && isSamePage && stored.slug === slug) return stored.revision;
		requireRevision(stored, revision, changedElsewhere("document"));
		countSave(tx, access);
		requireRoomForText(tx, access, { content, html: page.html });
		const now = clock.now();
		if (slug !== stored.slug) await keepAlias(tx, "document", access.appId, stored);
		await tx.document.update({
			where: ownDocument(access, documentId),
			data: {
				...text,
				slug,
				...page,
				kind,
				effectiveOn,
				revision: revision + 1,
				updatedAt: isSameText ? stored.updatedAt : now,
			},
		});
		if (!isSameVersion) {
			const version = { documentId, revision: revision + 1, ...text, effectiveOn, note };
			await addVersion(tx, access, { ...version, isSmall: is_small });
		}
		return revision + 1;
	});
}

/** Returns the owner's document for its editor, or null. */
export function readDocument(access: AppAccess, documentId: string) {
	return db.document.findFirst({
		where: ownDocument(access, documentId),
		select: {
			id: true,
			title: true,
			slug: true,
			content: true,
			format: true,
			kind: true,
			effectiveOn: true,
			historyOpenedAt: true,
			revision: true,
			createdAt: true,
			updatedAt: true,
		},
	});
}

/** Returns the `where` for an owner's document that is not deleted. */
export function ownDocument(access: AppAccess, documentId: string) {
	return {
		id: documentId,
		appId: access.appId,
		deletedAt: null,
		app: { userId: access.userId, deletedAt: null },
	};
}

/** Throws Refusal if a note is not that of the newest version, while there is no newer one to have it. */
async function requireNoteOf(tx: Transaction, documentId: string, note: string): Promise<void> {
	const newest = await tx.documentVersion.findFirst({
		where: { documentId },
		orderBy: { revision: "desc" },
		select: { note: true },
	});
	if (newest?.note === note) return;
	throw new Refusal(
		"The title, the text and the day are as they were, so there is no change to tell of. Please change one of them, or empty this field.",
		{ field: "note" },
	);
}

import type { AppAccess } from "#app/accounts/access.server.ts";
import { keepAlias, tombstone } from "#app/addresses/alias.server.ts";
import { uniqueSlug } from "#app/addresses/slug.ts";
import { clock } from "#app/platform/clock.server.ts";
import {
	db,
	isUniqueViolation,
	type Transaction,
	transaction,
} from "#app/platform/db/db.server.ts";
import { changedElsewhere, requireRevision } from "#app/platform/revision.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { renderDocument } from "./document-page.server.ts";
import { documentSlug, isReservedDocumentSlug } from "./document-rules.ts";

/** A deleted document stays in the database for this long. */
const KEEP_DELETED_MS = 30 * DAY_MS;

export type DocumentText = { title: string; content: string };

/**
 * Renders and publishes a document; the same `request_id` again answers the one that it made.
 * The slug is the title's, with -1, -2, … where it is taken. Throws Refusal.
 */
export async function publishDocument(
	access: AppAccess,
	{ title, content, request_id }: DocumentText & { request_id: string },
): Promise<{ id: string }> {
	const made = await findByRequest(db, access, request_id);
	if (made) return made;
	const page = await renderDocument(access, content);
	const now = clock.now();
	try {
		return await transaction(async (tx) => {
			await tx.app.findFirstOrThrow({
				where: { id: access.appId, userId: access.userId, deletedAt: null },
				select: { id: true },
			});
			return tx.document.create({
				data: {
					appId: access.appId,
					title,
					slug: await freeSlug(tx, access, title),
					content,
					...page,
					revision: 1,
					requestId: request_id,
					createdAt: now,
					updatedAt: now,
					versions: {
						create: { revision: 1, title, content, savedBy: access.email, createdAt: now },
					},
				},
				select: { id: true },
			});
		});
	} catch (error) {
		const twin = isUniqueViolation(error) && (await findByRequest(db, access, request_id));
		if (twin) return twin;
		throw error;
	}
}

/**
 * Saves a title and a text over revision `revision`, keeps the version, and leaves an alias when
 * the title moves the address. Saving what is stored already changes nothing. Returns the revision
 * that is stored then, or null for an unknown document. Throws Refusal, and ChangedMeanwhile when
 * another save came first.
 */
export async function updateDocument(
	access: AppAccess,
	documentId: string,
	{ title, content, revision }: DocumentText & { revision: number },
): Promise<number | null> {
	const page = await renderDocument(access, content);
	return transaction(async (tx) => {
		const stored = await tx.document.findFirst({
			where: ownDocument(access, documentId),
			select: { title: true, slug: true, content: true, revision: true, updatedAt: true },
		});
		if (!stored) return null;
		if (stored.title === title && stored.content === content) return stored.revision;
		requireRevision(stored, revision, changedElsewhere("document"));
		const now = clock.now();
		// Only a title moves an address, also where a shorter one has become free.
		const slug =
			documentSlug(title) === documentSlug(stored.title)
				? stored.slug
				: await freeSlug(tx, access, title, documentId);
		if (slug !== stored.slug) {
			await keepAlias(tx, {
				kind: "document",
				scopeId: access.appId,
				slug: stored.slug,
				targetId: documentId,
			});
		}
		await tx.document.update({
			where: ownDocument(access, documentId),
			data: { title, slug, content, ...page, revision: revision + 1, updatedAt: now },
		});
		await tx.documentVersion.create({
			data: {
				documentId,
				revision: revision + 1,
				title,
				content,
				savedBy: access.email,
				createdAt: now,
			},
		});
		return revision + 1;
	});
}

/**
 * Deletes a document: for the public at once, for the database after 30 days. Answers its title,
 * or null for an unknown one. Deleting it again is the same deletion.
 */
export async function deleteDocument(
	access: AppAccess,
	documentId: string,
): Promise<string | null> {
	return transaction(async (tx) => {
		const document = await tx.document.findFirst({
			where: { id: documentId, appId: access.appId, app: { userId: access.userId } },
			select: { title: true, slug: true, deletedAt: true },
		});
		if (!document || document.deletedAt) return document?.title ?? null;
		await keepAlias(tx, {
			kind: "document",
			scopeId: access.appId,
			slug: document.slug,
			targetId: documentId,
		});
		await tx.document.update({
			where: ownDocument(access, documentId),
			data: { slug: tombstone(document.slug, documentId), deletedAt: clock.now() },
		});
		return document.title;
	});
}

/** One's own document for its editor, or null. */
export function readDocument(access: AppAccess, documentId: string) {
	return db.document.findFirst({
		where: ownDocument(access, documentId),
		select: {
			id: true,
			title: true,
			slug: true,
			content: true,
			revision: true,
			createdAt: true,
			updatedAt: true,
		},
	});
}

/** An app's documents for the owner's list, newest updated first. */
export function listDocuments(access: AppAccess) {
	return db.document.findMany({
		where: { appId: access.appId, deletedAt: null, app: { userId: access.userId } },
		orderBy: [{ updatedAt: "desc" }, { id: "desc" }],
		select: {
			id: true,
			title: true,
			slug: true,
			preview: true,
			createdAt: true,
			updatedAt: true,
		},
	});
}

/** Removes documents that were deleted more than 30 days ago. Answers how many. */
export async function forgetDeletedDocuments(): Promise<number> {
	const { count } = await transaction((tx) =>
		tx.document.deleteMany({ where: { deletedAt: { lt: later(clock.now(), -KEEP_DELETED_MS) } } }),
	);
	return count;
}

/** The `where` of one's own document that is not deleted. */
export function ownDocument(access: AppAccess, documentId: string) {
	return {
		id: documentId,
		appId: access.appId,
		deletedAt: null,
		app: { userId: access.userId, deletedAt: null },
	};
}

function findByRequest(tx: Transaction, access: AppAccess, requestId: string) {
	return tx.document.findFirst({
		where: { appId: access.appId, requestId, app: { userId: access.userId } },
		select: { id: true },
	});
}

async function freeSlug(
	tx: Transaction,
	access: AppAccess,
	title: string,
	selfId?: string,
): Promise<string> {
	const wanted = documentSlug(title);
	// A suffix shortens a long slug at any of its dashes, so candidates share the first word only.
	const [firstWord = ""] = wanted.split("-");
	const rivals = await tx.document.findMany({
		where: {
			appId: access.appId,
			app: { userId: access.userId },
			deletedAt: null,
			slug: { startsWith: firstWord.slice(0, 40) },
			id: { not: selfId },
		},
		select: { slug: true },
	});
	const taken = new Set(rivals.map((rival) => rival.slug));
	return uniqueSlug(wanted, (slug) => taken.has(slug) || isReservedDocumentSlug(slug));
}

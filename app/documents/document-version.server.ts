import type { AppAccess } from "#app/accounts/access.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { fitsInt, rangeOf } from "#app/platform/db/page.ts";
import {
	type Comparison,
	compareInWorker,
	MarkdownBusyError,
	MarkdownTooSlowError,
} from "#app/platform/markdown/markdown.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { ownDocument, readDocument, updateDocument } from "./document.server.ts";
import { readFormat } from "./document-rules.ts";
import { sourceOf } from "./versions/source.ts";

export const VERSIONS_A_PAGE = 50;

/** Returns a page, counted from 1, of the versions of the owner's document, newest first. */
export function listVersions(access: AppAccess, documentId: string, page = 1) {
	return db.documentVersion.findMany({
		where: { documentId, document: ownDocument(access, documentId) },
		...rangeOf(page, VERSIONS_A_PAGE),
		orderBy: { revision: "desc" },
		select: {
			revision: true,
			title: true,
			savedBy: true,
			createdAt: true,
			effectiveOn: true,
			note: true,
			withdrawnAt: true,
		},
	});
}

/** Returns how many versions the owner's document has. */
export function countVersions(access: AppAccess, documentId: string): Promise<number> {
	return db.documentVersion.count({
		where: { documentId, document: ownDocument(access, documentId) },
	});
}

/** Returns the numbers of the newest `limit` versions of the owner's document, newest first. */
export async function listVersionNumbers(
	access: AppAccess,
	documentId: string,
	limit: number,
): Promise<number[]> {
	const versions = await db.documentVersion.findMany({
		where: { documentId, document: ownDocument(access, documentId) },
		take: limit,
		orderBy: { revision: "desc" },
		select: { revision: true },
	});
	return versions.map(({ revision }) => revision);
}

/** Returns a version of the owner's document with its text, or null. */
export async function readVersion(access: AppAccess, documentId: string, revision: number) {
	if (!fitsInt(revision)) return null;
	return db.documentVersion.findFirst({
		where: { documentId, document: ownDocument(access, documentId), revision },
	});
}

type Text = Parameters<typeof sourceOf>[0];

/** Returns the number of the version before one, or null. Not every save makes a version. */
export async function numberBefore(access: AppAccess, documentId: string, revision: number) {
	const found = await db.documentVersion.findFirst({
		where: { documentId, document: ownDocument(access, documentId), revision: { lt: revision } },
		orderBy: { revision: "desc" },
		select: { revision: true },
	});
	return found?.revision ?? null;
}

/**
 * Compares two of an owner's texts as visitors see them, the older one first; null stands for an empty text.
 * Returns null if that takes too long. Throws Refusal (503) while the server is busy.
 */
export async function compareOwnVersions(
	access: AppAccess,
	[before, after]: [Text | null, Text],
): Promise<Comparison | null> {
	const texts = { before: before ? sourceOf(before) : { html: "" }, after: sourceOf(after) };
	try {
		return await compareInWorker({ ...texts, base: "" }, access.userId);
	} catch (error) {
		if (error instanceof MarkdownTooSlowError) return null;
		if (!(error instanceof MarkdownBusyError)) throw error;
		throw new Refusal("The server is busy right now. Please try again in a moment.", {
			status: 503,
		});
	}
}

/**
 * Publishes a version's title and text again, as a new save. Returns the stored revision, or null
 * for an unknown version. Throws Refusal and ChangedMeanwhile as updateDocument() does.
 */
export async function restoreVersion(
	access: AppAccess,
	documentId: string,
	revision: number,
): Promise<number | null> {
	const found = await readVersion(access, documentId, revision);
	const current = await readDocument(access, documentId);
	if (!found || !current) return null;
	const { title, content, format } = found;
	return updateDocument(access, documentId, {
		title,
		content,
		format: readFormat(format),
		// It applies from now, whatever day it named before.
		effective_on: "",
		revision: current.revision,
	});
}

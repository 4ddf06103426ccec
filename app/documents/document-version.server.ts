import { diffLines } from "diff";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { fitsInt, rangeOf } from "#app/platform/db/page.ts";
import { ownDocument, readDocument, updateDocument } from "./document.server.ts";
import { readFormat } from "./document-rules.ts";

/** Very different texts compare slowly. After this time, both are shown whole instead. */
const DIFF_TIMEOUT_MS = 500;

export const VERSIONS_A_PAGE = 50;

export type DiffPart = { change: "same" | "added" | "removed"; text: string };

/** Returns a page, counted from 1, of the versions of the owner's document, newest first. */
export function listVersions(access: AppAccess, documentId: string, page = 1) {
	return db.documentVersion.findMany({
		where: { documentId, document: ownDocument(access, documentId) },
		...rangeOf(page, VERSIONS_A_PAGE),
		orderBy: { revision: "desc" },
		select: { revision: true, title: true, savedBy: true, createdAt: true },
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

/**
 * Returns a version and its diff from another, by default the one before; null if it is unknown.
 * Numbers can be missing between two versions, because not every save makes one.
 */
export async function readVersion(
	access: AppAccess,
	documentId: string,
	revision: number,
	compareWith?: number,
) {
	const own = { documentId, document: ownDocument(access, documentId) };
	const find = (asked: number) =>
		fitsInt(asked) ? db.documentVersion.findFirst({ where: { ...own, revision: asked } }) : null;
	const version = await find(revision);
	if (!version) return null;
	const other =
		compareWith === undefined
			? await db.documentVersion.findFirst({
					where: { ...own, revision: { lt: revision } },
					orderBy: { revision: "desc" },
				})
			: await find(compareWith);
	return { version, other, diff: compareTexts(other?.content ?? "", version.content) };
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
	const { title, content, format } = found.version;
	return updateDocument(access, documentId, {
		title,
		content,
		format: readFormat(format),
		// It applies from now, whatever day it named before.
		effective_on: "",
		revision: current.revision,
	});
}

/** Returns what changed between two texts, line by line. */
export function compareTexts(before: string, after: string): DiffPart[] {
	const parts = diffLines(before, after, { timeout: DIFF_TIMEOUT_MS });
	if (!parts) {
		return [
			{ change: "removed", text: before },
			{ change: "added", text: after },
		];
	}
	return parts.map((part) => ({
		change: part.added ? "added" : part.removed ? "removed" : "same",
		text: part.value,
	}));
}

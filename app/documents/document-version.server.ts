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

/** Returns a version and its diff from another, by default the one before; null if unknown. */
export async function readVersion(
	access: AppAccess,
	documentId: string,
	revision: number,
	compareWith = revision - 1,
) {
	const versions = await db.documentVersion.findMany({
		where: {
			documentId,
			revision: { in: [revision, compareWith].filter(fitsInt) },
			document: ownDocument(access, documentId),
		},
		take: 2,
	});
	const version = versions.find((candidate) => candidate.revision === revision);
	if (!version) return null;
	const other = versions.find((candidate) => candidate.revision === compareWith) ?? null;
	return { version, other, diff: compare(other?.content ?? "", version.content) };
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
		revision: current.revision,
	});
}

function compare(before: string, after: string): DiffPart[] {
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

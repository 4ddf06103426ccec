import { diffLines } from "diff";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { ownDocument, readDocument, updateDocument } from "./document.server.ts";

/** Two texts that differ everywhere take long to compare; then they are shown one after another. */
const DIFF_TIMEOUT_MS = 500;

export type DiffPart = { change: "same" | "added" | "removed"; text: string };

/** The versions of one's own document, newest first. */
export function listVersions(access: AppAccess, documentId: string) {
	return db.documentVersion.findMany({
		where: { documentId, document: ownDocument(access, documentId) },
		orderBy: { revision: "desc" },
		select: { revision: true, title: true, savedBy: true, createdAt: true },
	});
}

/** One version and the version that it is compared with: the one before it, or `with`. */
export async function readVersion(
	access: AppAccess,
	documentId: string,
	revision: number,
	compareWith = revision - 1,
) {
	const versions = await db.documentVersion.findMany({
		where: {
			documentId,
			revision: { in: [revision, compareWith].filter(Number.isSafeInteger) },
			document: ownDocument(access, documentId),
		},
	});
	const version = versions.find((candidate) => candidate.revision === revision);
	if (!version) return null;
	const other = versions.find((candidate) => candidate.revision === compareWith) ?? null;
	return { version, other, diff: compare(other?.content ?? "", version.content) };
}

/**
 * Publishes a version's title and text again, as a save of its own. Returns the revision that is
 * stored then, or null for an unknown version. Throws Refusal and ChangedMeanwhile as a save does.
 */
export async function restoreVersion(
	access: AppAccess,
	documentId: string,
	revision: number,
): Promise<number | null> {
	const found = await readVersion(access, documentId, revision);
	const current = await readDocument(access, documentId);
	if (!found || !current) return null;
	const { title, content } = found.version;
	return updateDocument(access, documentId, { title, content, revision: current.revision });
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

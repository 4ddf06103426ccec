import type { AppAccess } from "#app/accounts/access.server.ts";
import { saveDraft } from "#app/documents/drafts/draft.server.ts";
import type { DraftText, KnownDraft } from "#app/documents/drafts/draft-text.ts";
import { db } from "#app/platform/db/db.server.ts";

/** Creates a draft: of a document that is yet to be, unless one is given with its revision. */
export async function createDraft(
	access: AppAccess,
	text: Partial<DraftText> = {},
	of: { id: string; revision: number } | null = null,
) {
	const requestId = crypto.randomUUID();
	const known = { draft: null, isAuto: false, requestId };
	const typed = { title: "Cookie Policy", content: "None.", slug: "", effective_on: "", note: "" };
	const place = { documentId: of?.id ?? null, base: of?.revision ?? 0 };
	const saved = await saveDraft(access, { ...known, ...place }, { ...typed, ...text });
	if (!saved) throw new Error("The document of the draft is not there");
	return { ...typed, ...text, ...saved, requestId };
}

/** Returns what a window that has just been loaded knows of a document's draft. */
export function knownDraft(documentId: string): Promise<KnownDraft> {
	return db.documentDraft.findFirst({
		where: { documentId },
		select: { id: true, revision: true },
	});
}

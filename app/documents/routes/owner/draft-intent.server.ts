import { parseWithZod } from "@conform-to/zod/v4";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { type DraftSave, saveDraft } from "#app/documents/drafts/draft.server.ts";
import { DraftChanged } from "#app/documents/drafts/draft-text.ts";
import { documentGone } from "#app/documents/middleware.ts";
import { saveDraftSchema } from "#app/documents/schema.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";

/** What an editor says of its draft besides the texts. */
type Place = Pick<DraftSave, "documentId"> & { isAuto?: boolean };

/** Returns a posted draft, for saveDraft(), or what is wrong with it. */
export function parseDraft(formData: FormData, { documentId, isAuto = false }: Place) {
	const submission = parseWithZod(formData, { schema: saveDraftSchema });
	if (submission.status !== "success") return { submission, save: null, text: null };
	const { draft, draft_revision, request_id, revision, ...text } = submission.value;
	const save: DraftSave = {
		documentId,
		draft: draft ? { id: draft, revision: draft_revision } : null,
		base: revision ?? 0,
		requestId: request_id ?? crypto.randomUUID(),
		isAuto,
	};
	return { submission, save, text: { ...text, effective_on: text.effective_on ?? "" } };
}

/** Returns what a reply says of the draft that another window saved, if `error` is about it. */
export function changedDraftOf(error: unknown) {
	return error instanceof DraftChanged ? { changedDraftId: error.draftId ?? "" } : {};
}

/** Handles "Save as draft": redirects to the draft's editor, or returns a refusal to the page. */
export async function answerDraftIntent(
	access: AppAccess,
	formData: FormData,
	documentId: string | null,
	message = "Draft saved. Nobody else sees it.",
) {
	const { submission, save, text } = parseDraft(formData, { documentId });
	if (!save) return invalid(submission);
	if (`${text.title}${text.content}`.trim() === "") {
		return invalid(submission, { text: "There is nothing to save yet." });
	}
	let saved: Awaited<ReturnType<typeof saveDraft>>;
	try {
		saved = await saveDraft(access, save, text);
	} catch (error) {
		const reply = refused(submission, error, {
			unexpected: "Failed to save the draft. Please try again.",
		});
		return { ...reply, data: { ...reply.data, ...changedDraftOf(error) } };
	}
	if (!saved) throw documentGone(access.appId, formData);
	const to = paths.document.draft({ appId: access.appId, draftId: saved.id });
	throw await redirectWithFlash(to, message);
}

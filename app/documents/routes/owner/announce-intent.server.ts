import { parseWithZod } from "@conform-to/zod/v4";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { sayDay } from "#app/documents/drafts/announce-rules.ts";
import { announceDraft, ShortNotice } from "#app/documents/drafts/announcement.server.ts";
import { documentGone } from "#app/documents/middleware.ts";
import { updateDocumentSchema } from "#app/documents/schema.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { invalid, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { changedDraftOf } from "./draft-intent.server.ts";
import { askAboutGaps } from "./gaps-question.server.ts";
import type { Published } from "./intent.server.ts";

/**
 * Handles "Announce and publish on that day": redirects to the draft's editor, or returns a refusal
 * or a question to the page.
 */
export async function answerAnnounceIntent(
	access: AppAccess,
	formData: FormData,
	{ documentId, text: { content: accepted } }: Published,
) {
	const submission = parseWithZod(formData, { schema: updateDocumentSchema });
	if (submission.status !== "success") return invalid(submission);
	const { revision, draft, effective_on: day = "", is_small, ...text } = submission.value;
	const question = askAboutGaps(submission, formData, { content: text.content, accepted });
	if (question) return question;
	let draftId: string | null;
	try {
		draftId = await announceDraft(access, {
			documentId,
			revision,
			draft: draft ?? null,
			isShortKnown: formData.has("short_notice"),
			isSmall: is_small,
			text: { ...text, effective_on: day },
		});
	} catch (error) {
		const reply = refused(submission, error, {
			unexpected: "Failed to announce the text. Please try again.",
		});
		const isShort = error instanceof ShortNotice;
		return { ...reply, data: { ...reply.data, isShort, ...changedDraftOf(error) } };
	}
	if (draftId === null) throw documentGone(access.appId, formData);
	const to = paths.document.draft({ appId: access.appId, draftId });
	throw await redirectWithFlash(to, `Announced. It publishes itself on ${sayDay(day)}, 00:00 UTC.`);
}

import { parseWithZod } from "@conform-to/zod/v4";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { PublishedBefore, publishDocument } from "#app/documents/document.server.ts";
import { createDocumentSchema } from "#app/documents/schema.ts";
import { invalid, refused } from "#app/http/form.server.ts";
import { answerDraftIntent } from "./draft-intent.server.ts";
import { askAboutGaps } from "./gaps-question.server.ts";

/**
 * Publishes what an editor posts of a document that is yet to be. Returns its id, or a refusal or a
 * question to the page. A text that differs from what the same page published before, whose answer
 * may have been lost, becomes a draft.
 */
export async function publishFirst(access: AppAccess, formData: FormData) {
	const submission = parseWithZod(formData, { schema: createDocumentSchema });
	if (submission.status !== "success") return invalid(submission);
	const question = askAboutGaps(submission, formData, submission.value);
	if (question) return question;
	try {
		const { id } = await publishDocument(access, submission.value);
		return id;
	} catch (error) {
		if (error instanceof PublishedBefore) {
			return answerDraftIntent(
				access,
				formData,
				null,
				"You published an earlier text of this page already. This one is kept as a draft. Publish it to make it another document.",
			);
		}
		return refused(submission, error, {
			unexpected: "Failed to publish document. Please try again.",
		});
	}
}

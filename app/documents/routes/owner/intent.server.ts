import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { slugify } from "#app/addresses/slug.ts";
import { type EditedText, previewText } from "#app/checks/check.server.ts";
import { readDay } from "#app/documents/applies-from.ts";
import {
	CONTENT_TOO_LONG,
	isContentWithinLimit,
	readFormat,
	TITLE_MAX,
} from "#app/documents/document-rules.ts";
import { compareOwnVersions } from "#app/documents/document-version.server.ts";
import { markGaps } from "#app/documents/editing/gaps.ts";
import { readKind } from "#app/documents/kind.ts";
import { readSampleName } from "#app/documents/sample-names.ts";
import { readSample } from "#app/documents/samples.server.ts";
import { refused, unknownButton } from "#app/http/form.server.ts";
import { replyWith } from "#app/http/reply.ts";
import { text } from "#app/platform/text.ts";
import { answerAnnounceIntent } from "./announce-intent.server.ts";
import { answerDraftIntent } from "./draft-intent.server.ts";

/** An unfinished document: every field may be empty. */
export const draftSchema = z.object({
	title: text({ max: TITLE_MAX }),
	content: text({ max: Number.POSITIVE_INFINITY }).refine(
		(value) => isContentWithinLimit(value ?? ""),
		CONTENT_TOO_LONG,
	),
	format: z.unknown().optional().transform(readFormat),
});

/** Returns what an editor's fields say of a text, for its checks. Of what is no answer, nothing. */
export function readAbout(formData: FormData): Omit<EditedText, "title" | "content"> {
	const { kind, slug, applies, effective_on, document } = Object.fromEntries(formData);
	return {
		kind: readKind(kind),
		slug: typeof slug === "string" ? slugify(slug) : "",
		effectiveOn: (applies !== "at_once" && readDay(String(effective_on ?? ""))) || "",
		documentId: typeof document === "string" ? document : "",
	};
}

/** The document that an editor shows, and its public text, whose gaps its owner has accepted. */
export type Published = {
	documentId: string;
	text: { title: string; content: string; format: string | null };
};

/**
 * Handles the editor's buttons that don't publish now. Returns null for those that do, and throws a
 * 400 for an unknown button. `published` is null for a document that is yet to be.
 */
export async function answerDocumentIntent(
	access: AppAccess,
	formData: FormData,
	published: Published | null = null,
) {
	const intent = formData.get("intent");
	if (intent === null || intent === "publish") return null;
	if (intent === "draft") {
		return answerDraftIntent(access, formData, published?.documentId ?? null);
	}
	if (intent === "announce" && published) return answerAnnounceIntent(access, formData, published);
	const submission = parseWithZod(formData, { schema: draftSchema });
	const typed = submission.reply();
	if (submission.status !== "success") return replyWith({ result: typed }, 400);
	const { content, title, format } = submission.value;
	const isBlank = `${title ?? ""}${content ?? ""}`.trim() === "";

	switch (intent) {
		case "edit":
			return replyWith({ result: typed });
		case "preview":
		case "changes":
			if (!content?.trim()) {
				const fieldErrors = { content: ["There is nothing to preview yet."] };
				return replyWith({ result: submission.reply({ fieldErrors }) }, 400);
			}
			try {
				if (intent === "changes" && published) {
					const text = { title: title ?? "", content, format };
					const compared = await compareOwnVersions(access, [published.text, text]);
					return replyWith({ result: typed, compared });
				}
				const edited = { ...readAbout(formData), title: title ?? "", content, format };
				const { html, report } = await previewText(access, edited);
				return replyWith({ result: typed, preview: markGaps(html, content), report });
			} catch (error) {
				return refused(submission, error);
			}
		case "sample":
			if (!isBlank) return replyWith({ result: typed, asksToReplace: true });
			return sample(access, typed, formData);
		case "replace-with-sample":
			return sample(access, typed, formData);
		default:
			throw unknownButton();
	}
}

async function sample(access: AppAccess, typed: SubmissionResult, formData: FormData) {
	const { title, content, known } = await readSample(
		access,
		readSampleName(formData.get("sample")),
	);
	const value = { title, content };
	// `initialValue` fills a newly loaded page; the intent fills a form that is already on screen.
	const intent = { type: "update" as const, payload: { name: "", value } };
	const initialValue = { ...typed.initialValue, ...value };
	return replyWith({ result: { ...typed, initialValue, intent }, known });
}

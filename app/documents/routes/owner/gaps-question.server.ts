import type { Submission } from "@conform-to/react";
import { hasNewGaps } from "#app/documents/editing/gaps.ts";
import { replyWith } from "#app/http/reply.ts";

/**
 * Returns the question whether to publish a text that leaves something to fill in, or null where
 * there is nothing to ask: the owner said yes, or the public text leaves the same.
 */
export function askAboutGaps<Schema>(
	submission: Submission<Schema>,
	formData: FormData,
	{ content, accepted }: { content: string; accepted?: string },
) {
	if (formData.has("with_gaps") || !hasNewGaps(content, accepted)) return null;
	const asksAboutGaps = String(formData.get("intent") ?? "publish");
	return replyWith({ result: submission.reply(), asksAboutGaps });
}

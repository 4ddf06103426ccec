import type { Submission } from "@conform-to/react";
import { redirect } from "react-router";
import { READ } from "#app/conversations/submission-rules.ts";
import { replyWith } from "#app/http/reply.ts";

/** Returns whether a post of the box asks to read on, and carries a draft. */
export function carriesDraft(formData: FormData): boolean {
	return formData.get("intent") === READ && draftIn(formData).trim() !== "";
}

/**
 * Returns what a page of the thread shows after a post that asks to read on: the draft, in the box.
 * Throws a redirect to the same page when there is no draft.
 */
export function showWithDraft<Schema>(
	submission: Submission<Schema>,
	formData: FormData,
	{ pathname, search }: URL,
) {
	if (!carriesDraft(formData)) throw redirect(pathname + search, 303);
	return replyWith({ result: keptInBox(submission, draftIn(formData)) });
}

/** Returns the result of a post that leaves this message in the box. */
export function keptInBox<Schema>(submission: Submission<Schema>, message: string) {
	return { ...submission.reply(), status: undefined, initialValue: { message } };
}

/** Returns what stands in the box. */
export function draftIn(formData: FormData): string {
	return String(formData.get("message") ?? "");
}

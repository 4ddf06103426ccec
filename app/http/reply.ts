import type { SubmissionResult } from "@conform-to/react";
import { data } from "react-router";

/** What an action returns to its own page. `More` adds fields for a particular page. */
export type Reply<More = unknown> = {
	result: SubmissionResult;
	/** The title of the error summary, if not the usual one. */
	title?: string;
	/** Set when another save came first. */
	changed?: { revision: number; savedAt: Date };
} & Partial<More>;

/** Returns a reply to the action's own page, with status 200 unless `init` sets another. */
export function replyWith<More>(reply: Reply<More>, init?: number | ResponseInit) {
	return data<Reply<More>>(reply, init);
}

import type { SubmissionResult } from "@conform-to/react";
import { data } from "react-router";

/** What an action returns to its own page. `More` is what some replies to that page hold as well. */
export type Reply<More = unknown> = {
	result: SubmissionResult;
	/** Of the error summary, where it is not the usual one. */
	title?: string;
	/** Set where another save came first. */
	changed?: { revision: number; savedAt: Date };
} & Partial<More>;

/** Returns a reply to the action's own page. The status is 200 where `init` names no other. */
export function replyWith<More>(reply: Reply<More>, init?: number | ResponseInit) {
	return data<Reply<More>>(reply, init);
}

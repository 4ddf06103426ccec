import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { formatDateTime } from "#app/platform/time.ts";

type ChangedAnswer = {
	result: SubmissionResult;
	/** Set where another save came first. */
	changed?: { revision: number; savedAt: Date };
};

/** What was saved meanwhile, or null, and the revision that the editor saves over from now on. */
export function readChange(actionData: ChangedAnswer | undefined, storedRevision: number) {
	const changed = actionData?.changed ?? null;
	const typed = actionData?.result.initialValue as { revision?: string } | undefined;
	const revision = changed?.revision ?? typed?.revision ?? storedRevision;
	return { changed, revision: String(revision) };
}

type ChangedBannerProps = {
	noun: "document" | "form";
	savedAt: Date;
	/** What became of the text in this window. */
	children: ReactNode;
};

/** Says in an editor that another save came first. */
export function ChangedBanner({ noun, savedAt, children }: ChangedBannerProps) {
	return (
		<div className="banner" data-tone="danger">
			<div>
				Another window saved this {noun} on {formatDateTime(savedAt)}. {children}
			</div>
		</div>
	);
}

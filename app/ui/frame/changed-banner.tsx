import type { ReactNode } from "react";
import type { Reply } from "#app/http/reply.ts";
import { formatDateTime } from "#app/platform/time.ts";

/** Returns the other save, or null, and the revision that the editor saves over from now on. */
export function readChange(reply: Reply | undefined, storedRevision: number) {
	const changed = reply?.changed ?? null;
	const revision = changed?.revision ?? reply?.result.initialValue?.revision ?? storedRevision;
	return { changed, revision: String(revision) };
}

type ChangedBannerProps = {
	noun: "document" | "form" | "page";
	savedAt: Date;
	/** Says what happened to the text in this window. */
	children: ReactNode;
};

/** Tells an editor's user that another save came first. */
export function ChangedBanner({ noun, savedAt, children }: ChangedBannerProps) {
	return (
		<div className="banner" data-tone="danger">
			<div>
				Another window saved this {noun} on {formatDateTime(savedAt)}. {children}
			</div>
		</div>
	);
}

import type { Reply } from "#app/http/reply.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { readChange } from "#app/ui/frame/changed-banner.tsx";

/** A document's and a draft's revisions that an editor begins from; 0 for none. */
type Known = { revision: number; draft?: { id: string; revision: number } };

/**
 * Returns which of the two another window saved meanwhile, if one, and the hidden fields that name
 * what this window saves over from now on.
 */
export function readDraftChange(
	reply: Reply<{ changedDraftId: string }> | undefined,
	{ revision, draft }: Known,
) {
	const typed = reply?.result.initialValue;
	const change = readChange(reply, revision);
	const changedId = reply?.changedDraftId;
	const isDraft = changedId !== undefined;
	const known = String(typed?.draft_revision ?? draft?.revision ?? 0);
	return {
		changed: isDraft ? null : change.changed,
		changedDraft: isDraft ? change.changed : null,
		hidden: {
			revision: isDraft ? String(typed?.revision ?? revision) : change.revision,
			draft: changedId ?? String(typed?.draft ?? draft?.id ?? ""),
			draft_revision: isDraft && change.changed ? change.revision : known,
		},
	};
}

type ChangedDraftProps = {
	savedAt: Date;
	/** The editor with the other text. */
	href: string | null;
};

/** Tells an editor's user that another window saved the draft. */
export function ChangedDraft({ savedAt, href }: ChangedDraftProps) {
	return (
		<div className="banner" data-tone="danger">
			<div>
				The draft that is stored was saved in another window on {formatDateTime(savedAt)}. Your text
				is below, and nothing is lost.{" "}
				{href && (
					<a href={href} target="_blank" rel="noopener">
						See the other draft
					</a>
				)}{" "}
				You can save yours over it.
			</div>
		</div>
	);
}

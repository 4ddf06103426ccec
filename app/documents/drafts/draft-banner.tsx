import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { formatAgo } from "#app/platform/time.ts";
import { sayDay } from "./announce-rules.ts";

type Draft = {
	id: string;
	updatedAt: Date;
	announcedAt: Date | null;
	effectiveOn: string;
	failure: string | null;
};

type DraftBannerProps = { draft: Draft; now: Date; appId: string };

/** Tells the editor of a document that it has a draft, and leads there. */
export function DraftBanner({ draft, now, appId }: DraftBannerProps) {
	const ids = { appId, draftId: draft.id };
	if (draft.announcedAt) {
		return (
			<div className="banner" data-tone={draft.failure ? "danger" : undefined}>
				<p>
					{draft.failure
						? `The text that was announced for ${sayDay(draft.effectiveOn)} could not be published.`
						: `A new text is announced for ${sayDay(draft.effectiveOn)}. It will replace what you save here. Nothing else is kept as a draft until then.`}
				</p>
				<p className="cluster">
					<Link to={paths.document.draft(ids)}>Open the announced text</Link>
				</p>
			</div>
		);
	}
	return (
		<SavedDraft {...ids}>
			You have a draft from {formatAgo(draft.updatedAt, now)}. Below is the public text.
		</SavedDraft>
	);
}

type NewestDraftProps = {
	draft: { id: string; title: string; updatedAt: Date };
	now: Date;
	appId: string;
};

/** Leads from the editor of a new document to the draft that was saved last. */
export function NewestDraft({ draft, now, appId }: NewestDraftProps) {
	return (
		<SavedDraft appId={appId} draftId={draft.id}>
			You have a draft from {formatAgo(draft.updatedAt, now)}:{" "}
			<bdi>{draft.title || "Untitled"}</bdi>. Below is a new document.
		</SavedDraft>
	);
}

type SavedDraftProps = { appId: string; draftId: string; children: ReactNode };

function SavedDraft({ children, ...ids }: SavedDraftProps) {
	return (
		<div className="banner">
			<p>{children}</p>
			<p className="cluster">
				<Link to={paths.document.draft(ids)}>Continue the draft</Link>
				<Link to={paths.document.draftDeletion(ids)}>Discard it</Link>
			</p>
		</div>
	);
}

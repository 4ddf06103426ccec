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
						: `A new text is announced for ${sayDay(draft.effectiveOn)}. It will replace what you save here.`}
				</p>
				<p className="cluster">
					<Link to={paths.document.draft(ids)}>Open the announced text</Link>
				</p>
			</div>
		);
	}
	return (
		<div className="banner">
			<p>You have a draft from {formatAgo(draft.updatedAt, now)}. Below is the public text.</p>
			<p className="cluster">
				<Link to={paths.document.draft(ids)}>Continue the draft</Link>
				<Link to={paths.document.draftDeletion(ids)}>Discard it</Link>
			</p>
		</div>
	);
}

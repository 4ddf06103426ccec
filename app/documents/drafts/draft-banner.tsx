import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { formatAgo } from "#app/platform/time.ts";

type DraftBannerProps = { draft: { id: string; updatedAt: Date }; now: Date; appId: string };

/** Tells the editor of a document that it has a draft, and leads there. */
export function DraftBanner({ draft, now, appId }: DraftBannerProps) {
	const ids = { appId, draftId: draft.id };
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

import { ItemLinks } from "#app/apps/components/item-links.tsx";
import { paths } from "#app/paths.ts";
import { formatAgo } from "#app/platform/time.ts";
import { Badge } from "#app/ui/list/badge.tsx";
import { sayDay } from "./announce-rules.ts";

type DraftListProps = {
	appId: string;
	drafts: {
		id: string;
		title: string;
		updatedAt: Date;
		announcedAt: Date | null;
		effectiveOn: string;
		failure: string | null;
		document: { title: string } | null;
	}[];
	now: Date;
};

/** The drafts of an app, above what is published. */
export function DraftList({ appId, drafts, now }: DraftListProps) {
	if (drafts.length === 0) return null;
	return (
		<section className="stack" aria-labelledby="drafts">
			<h2 id="drafts">Drafts</h2>
			<ul className="item-list">
				{drafts.map(({ id: draftId, title, ...draft }) => (
					<li key={draftId}>
						<div className="item-title cluster">
							<strong dir="auto">{title || "Untitled"}</strong>
							{draft.failure ? (
								<Badge tone="danger">Could not be published</Badge>
							) : (
								draft.announcedAt && (
									<Badge tone="info">Announced for {sayDay(draft.effectiveOn)}</Badge>
								)
							)}
						</div>
						<div className="item-side">
							<span className="item-meta" dir="auto">
								{draft.document ? `Of ${draft.document.title}` : "Not published yet"} · Saved{" "}
								{formatAgo(draft.updatedAt, now)}
							</span>
							<div className="item-actions">
								<ItemLinks
									title={title || "the draft"}
									links={{
										Continue: paths.document.draft({ appId, draftId }),
										...(!draft.announcedAt && {
											Discard: paths.document.draftDeletion({ appId, draftId }),
										}),
									}}
								/>
							</div>
						</div>
					</li>
				))}
			</ul>
		</section>
	);
}

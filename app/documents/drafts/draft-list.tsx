import { ItemLinks } from "#app/apps/components/item-links.tsx";
import { paths } from "#app/paths.ts";
import { formatAgo } from "#app/platform/time.ts";

type DraftListProps = {
	appId: string;
	drafts: { id: string; title: string; updatedAt: Date; document: { title: string } | null }[];
	now: Date;
};

/** The drafts of an app, above what is published. */
export function DraftList({ appId, drafts, now }: DraftListProps) {
	if (drafts.length === 0) return null;
	return (
		<section className="stack" aria-labelledby="drafts">
			<h2 id="drafts">Drafts</h2>
			<ul className="item-list">
				{drafts.map(({ id: draftId, title, updatedAt, document }) => (
					<li key={draftId}>
						<div className="item-title">
							<strong dir="auto">{title || "Untitled"}</strong>
						</div>
						<div className="item-side">
							<span className="item-meta" dir="auto">
								{document ? `Of ${document.title}` : "Not published yet"} · Saved{" "}
								{formatAgo(updatedAt, now)}
							</span>
							<div className="item-actions">
								<ItemLinks
									title={title || "the draft"}
									links={{
										Continue: paths.document.draft({ appId, draftId }),
										Discard: paths.document.draftDeletion({ appId, draftId }),
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

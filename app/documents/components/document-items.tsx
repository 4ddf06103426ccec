import { ItemLinks } from "#app/apps/components/item-links.tsx";
import { paths } from "#app/paths.ts";
import { formatShortDate } from "#app/platform/time.ts";

type DocumentListProps = {
	documents: { id: string; title: string; slug: string; updatedOn: string }[];
	appId: string;
	accountName: string;
	appSlug: string;
};

/** An app's documents on the dashboard. */
export function DocumentList({ documents, appId, accountName, appSlug }: DocumentListProps) {
	return (
		<ul className="item-list">
			{documents.map(({ id: documentId, title, slug, updatedOn }) => (
				<li key={documentId}>
					<a
						className="item-title"
						href={paths.visitor.document(accountName, appSlug, slug)}
						dir="auto"
					>
						{title}
					</a>
					<div className="item-side">
						<time className="item-meta" dateTime={updatedOn}>
							{formatShortDate(new Date(updatedOn))}
						</time>
						<div className="item-actions">
							<ItemLinks
								title={title}
								links={{
									Edit: paths.document.edit({ appId, documentId }),
									Delete: paths.document.deletion({ appId, documentId }),
								}}
							/>
						</div>
					</div>
				</li>
			))}
		</ul>
	);
}

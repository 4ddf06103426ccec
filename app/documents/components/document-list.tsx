import { Link } from "react-router";
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
			{documents.map(({ id, title, slug, updatedOn }) => (
				<li key={id}>
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
							<Link
								to={paths.document.edit({ appId, documentId: id })}
								aria-label={`Edit ${title}`}
							>
								Edit
							</Link>
							<Link
								to={paths.document.deletion({ appId, documentId: id })}
								className="danger-link"
								aria-label={`Delete ${title}`}
							>
								Delete
							</Link>
						</div>
					</div>
				</li>
			))}
		</ul>
	);
}

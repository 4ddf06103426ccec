import { paths } from "#app/paths.ts";
import { plural } from "#app/platform/count.ts";
import { formatShortDate } from "#app/platform/time.ts";

type DocumentItemsProps = {
	documents: { id: string; title: string; slug: string; updatedOn: string }[];
	/** How many documents the app has in all. */
	count: number;
	app: { id: string; slug: string };
	accountName: string;
	appUrl: string;
};

/** An app's newest documents on the dashboard, and the ways to all of them and to a new one. */
export function DocumentItems({ documents, count, app, accountName, appUrl }: DocumentItemsProps) {
	const appId = app.id;
	const overview = paths.document.list(accountName, app.slug);
	const newDocument = paths.document.new({ appId });
	return (
		<>
			{count === 0 ? (
				<p className="muted small">
					No documents yet. App review asks for a privacy policy first:{" "}
					<a href={newDocument}>write or paste one</a>.
				</p>
			) : (
				<ul className="dense-list">
					{documents.map(({ id: documentId, title, slug, updatedOn }) => {
						const path = paths.visitor.document(accountName, app.slug, slug);
						return (
							<li key={documentId}>
								<a className="item-title" href={path} dir="auto">
									{title}
								</a>
								<time dateTime={updatedOn}>{formatShortDate(new Date(updatedOn))}</time>
								<button
									type="button"
									className="link-button"
									data-copy={appUrl + path}
									aria-label={`Copy the address of ${title}`}
								>
									Copy
								</button>
								<a href={paths.document.edit({ appId, documentId })} aria-label={`Edit ${title}`}>
									Edit
								</a>
								<a
									className="quiet-link"
									href={paths.document.deletion({ appId, documentId })}
									aria-label={`Delete ${title}`}
								>
									Delete
								</a>
							</li>
						);
					})}
				</ul>
			)}
			<p className="app-line">
				{count > documents.length && <a href={overview}>All {plural(count, "document")}</a>}
				<a href={newDocument}>New document</a>
				<a href={overview} target="_blank" rel="noopener">
					Overview
				</a>
			</p>
		</>
	);
}

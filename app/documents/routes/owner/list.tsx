import { Link, useLocation } from "react-router";
import { ItemLinks } from "#app/apps/components/item-links.tsx";
import { appContext } from "#app/apps/middleware.ts";
import {
	countDocuments,
	DOCUMENTS_A_PAGE,
	listDocuments,
} from "#app/documents/document-list.server.ts";
import { listDrafts } from "#app/documents/drafts/draft.server.ts";
import { DraftList } from "#app/documents/drafts/draft-list.tsx";
import { readPage, readSearch, requirePage, toPage } from "#app/http/query.ts";
import { withRedirect } from "#app/http/redirect-to.ts";
import { paths } from "#app/paths.ts";
import { clock } from "#app/platform/clock.server.ts";
import { formatShortDate } from "#app/platform/time.ts";
import { ButtonLink } from "#app/ui/button/button.tsx";
import { SearchBox } from "#app/ui/field/search-box.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { EmptyState } from "#app/ui/list/empty-state.tsx";
import { Pages } from "#app/ui/list/pages.tsx";
import type { Route } from "./+types/list";

export async function loader({ context, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const { appId, app, accountName } = access;
	const [query, page] = [readSearch(url), readPage(url)];
	const documents = await listDocuments(access, { query, page });
	requirePage(url, documents);
	const isFirst = page === 1 && query === "";
	return {
		drafts: isFirst ? await listDrafts(access) : [],
		now: clock.now(),
		appId,
		appName: app.name,
		appSlug: app.slug,
		accountName: accountName ?? "",
		documents,
		query,
		page,
		pages: Math.ceil(countDocuments(access, query) / DOCUMENTS_A_PAGE),
	};
}

export default function DocumentList({ loaderData }: Route.ComponentProps) {
	const { appId, appName, appSlug, accountName, documents, query, page, pages } = loaderData;
	const { drafts, now } = loaderData;
	const { pathname, search } = useLocation();
	return (
		<Page
			title={`Documents of ${appName}`}
			heading="Documents"
			actions={
				<div className="cluster">
					<ButtonLink to={paths.app.settings({ appId })}>App Settings</ButtonLink>
					<ButtonLink to={paths.checks.all({ appId })}>Checks</ButtonLink>
					<ButtonLink to={paths.document.new({ appId })} variant="primary">
						New Document
					</ButtonLink>
				</div>
			}
		>
			<DraftList appId={appId} drafts={drafts} now={now} />
			{(pages > 1 || query !== "") && (
				<SearchBox label="Search by title" query={query} clearTo="?" />
			)}
			{drafts.length > 0 && documents.length > 0 && <h2>Published</h2>}
			{query !== "" && documents.length === 0 ? (
				<EmptyState title="Nothing found" text="No document has these characters in its title." />
			) : documents.length === 0 ? (
				<EmptyState
					title="No documents yet"
					text="App review asks for a privacy policy first. Paste one, and its address is ready."
				>
					<Link to={paths.document.new({ appId })}>Create the first document</Link>
				</EmptyState>
			) : (
				<ul className="item-list">
					{documents.map((document) => (
						<li key={document.id}>
							<div className="item-title cluster">
								<strong dir="auto">{document.title}</strong>
								<Badge tone="neutral">{document.slug}</Badge>
							</div>
							<div className="item-side">
								<span className="item-meta">
									<span className="nowrap">Created {formatShortDate(document.createdAt)}</span> ·{" "}
									<span className="nowrap">Updated {formatShortDate(document.updatedAt)}</span>
								</span>
								<div className="item-actions">
									<a
										href={paths.visitor.document(accountName, appSlug, document.slug)}
										aria-label={`View ${document.title}`}
									>
										View
									</a>
									<ItemLinks
										title={document.title}
										links={{
											Edit: paths.document.edit({ appId, documentId: document.id }),
											Delete: withRedirect(
												paths.document.deletion({ appId, documentId: document.id }),
												pathname + search,
											),
										}}
									/>
								</div>
							</div>
							<p className="item-text" dir="auto">
								{document.preview}
							</p>
						</li>
					))}
				</ul>
			)}
			<Pages
				page={page}
				hasMore={page < pages}
				count={pages}
				to={(number) => toPage(number, { q: query })}
			/>
			<p className="small">
				<Link to={paths.document.deleted({ appId })}>Recently deleted</Link>
			</p>
		</Page>
	);
}

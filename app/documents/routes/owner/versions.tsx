import { Link } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import { listVersions, VERSIONS_A_PAGE } from "#app/documents/document-version.server.ts";
import { documentContext } from "#app/documents/middleware.ts";
import { readPage, requirePage, toPage } from "#app/http/query.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { Page } from "#app/ui/frame/page.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { Pages } from "#app/ui/list/pages.tsx";
import type { Route } from "./+types/versions";

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const document = context.get(documentContext);
	const page = readPage(url);
	const versions = await listVersions(context.get(appContext), params.documentId, page);
	requirePage(url, versions);
	return {
		title: document.title,
		current: document.revision,
		versions,
		page,
		// Revisions are counted from 1 without gaps.
		pages: Math.ceil(document.revision / VERSIONS_A_PAGE),
	};
}

export default function Versions({ loaderData }: Route.ComponentProps) {
	const { title, current, versions, page, pages } = loaderData;
	return (
		<Page
			title={`Versions of ${title}`}
			heading="Versions"
			intro={`${title}: every save, newest first`}
			back={{ to: "../edit", relative: "path", label: "Edit Document" }}
			isNarrow
		>
			<ul className="item-list">
				{versions.map((version) => (
					<li key={version.revision}>
						<Link className="item-title" to={String(version.revision)}>
							Version {version.revision}
						</Link>
						<div className="item-side">
							{version.revision === current && <Badge tone="success">Public now</Badge>}
							<time className="item-meta" dateTime={version.createdAt.toISOString()}>
								{formatDateTime(version.createdAt)}
							</time>
						</div>
						<p className="item-text" dir="auto">
							{version.title} · saved by {version.savedBy}
						</p>
					</li>
				))}
			</ul>
			<Pages page={page} hasMore={page < pages} count={pages} to={toPage} />
		</Page>
	);
}

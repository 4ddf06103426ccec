import { Link } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import {
	countVersions,
	listVersions,
	VERSIONS_A_PAGE,
} from "#app/documents/document-version.server.ts";
import { documentContext } from "#app/documents/middleware.ts";
import { readPage, requirePage, toPage } from "#app/http/query.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { Page } from "#app/ui/frame/page.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { Pages } from "#app/ui/list/pages.tsx";
import type { Route } from "./+types/versions";

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const page = readPage(url);
	const versions = await listVersions(access, params.documentId, page);
	requirePage(url, versions);
	const count = await countVersions(access, params.documentId);
	return {
		title: context.get(documentContext).title,
		versions,
		page,
		pages: Math.ceil(count / VERSIONS_A_PAGE),
	};
}

export default function Versions({ loaderData }: Route.ComponentProps) {
	const { title, versions, page, pages } = loaderData;
	const current = page === 1 ? versions[0]?.revision : undefined;
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

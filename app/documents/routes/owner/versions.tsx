import { Link } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import {
	countVersions,
	listVersions,
	VERSIONS_A_PAGE,
} from "#app/documents/document-version.server.ts";
import { documentContext } from "#app/documents/middleware.ts";
import { formatDay } from "#app/documents/versions/period.ts";
import { readPage, requirePage, toPage } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { Page } from "#app/ui/frame/page.tsx";
import { ExternalLink } from "#app/ui/link/external-link.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { Pages } from "#app/ui/list/pages.tsx";
import type { Route } from "./+types/versions";

export async function loader({ context, params, url }: Route.LoaderArgs) {
	const access = context.get(appContext);
	const document = context.get(documentContext);
	const page = readPage(url);
	const versions = await listVersions(access, params.documentId, page);
	requirePage(url, versions);
	const count = await countVersions(access, params.documentId);
	return {
		title: document.title,
		openingPath: document.historyOpenedAt ? null : paths.document.opening(params),
		publicPath: paths.ofDocument.versions(
			paths.visitor.document(access.accountName ?? "", access.app.slug, document.slug),
		),
		versions,
		page,
		pages: Math.ceil(count / VERSIONS_A_PAGE),
	};
}

export default function Versions({ loaderData }: Route.ComponentProps) {
	const { title, openingPath, publicPath, versions, page, pages } = loaderData;
	const current = page === 1 ? versions[0]?.revision : undefined;
	return (
		<Page
			title={`Versions of ${title}`}
			heading="Versions"
			intro={`${title}: every version, newest first`}
			back={{ to: "../edit", relative: "path", label: "Edit Document" }}
			isNarrow
		>
			{openingPath ? (
				<p className="muted">
					Only you can see the earlier versions.{" "}
					<Link to={openingPath}>Open the history to everybody</Link>
				</p>
			) : (
				<p className="muted">
					Everybody can read these versions and what changed between them, but not who saved them.{" "}
					<ExternalLink href={publicPath}>See the public history</ExternalLink>
				</p>
			)}
			<ul className="item-list">
				{versions.map((version) => (
					<li key={version.revision}>
						<Link className="item-title" to={String(version.revision)}>
							Version {version.revision}
						</Link>
						<div className="item-side">
							{version.revision === current && <Badge tone="success">Public now</Badge>}
							{version.withdrawnAt && <Badge>Withdrawn</Badge>}
							<time className="item-meta" dateTime={version.createdAt.toISOString()}>
								{formatDateTime(version.createdAt)}
							</time>
						</div>
						<p className="item-text" dir="auto">
							{version.title} · saved by {version.savedBy}
							{version.effectiveOn && ` · applies from ${formatDay(version.effectiveOn)}`}
						</p>
						{version.note && (
							<p className="item-text" dir="auto">
								{version.note}
							</p>
						)}
					</li>
				))}
			</ul>
			<Pages page={page} hasMore={page < pages} count={pages} to={toPage} />
		</Page>
	);
}

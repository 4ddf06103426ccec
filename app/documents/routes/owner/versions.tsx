import { Link } from "react-router";
import { appContext } from "#app/apps/middleware.ts";
import { listVersions } from "#app/documents/document-version.server.ts";
import { documentContext } from "#app/documents/middleware.ts";
import { formatDateTime } from "#app/platform/time.ts";
import { Page } from "#app/ui/frame/page.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import type { Route } from "./+types/versions";

export async function loader({ context, params }: Route.LoaderArgs) {
	const document = context.get(documentContext);
	return {
		title: document.title,
		current: document.revision,
		versions: await listVersions(context.get(appContext), params.documentId),
	};
}

export default function Versions({ loaderData }: Route.ComponentProps) {
	const { title, current, versions } = loaderData;
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
		</Page>
	);
}

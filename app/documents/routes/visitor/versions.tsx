import { data } from "react-router";
import { findHistory, HISTORY_HEADERS } from "#app/documents/versions/found-history.ts";
import { LISTED_VERSIONS, listPublicVersions } from "#app/documents/versions/history.sql.ts";
import { HistoryPage, SinceForm } from "#app/documents/versions/history-page.tsx";
import { VersionTable } from "#app/documents/versions/version-table.tsx";
import type { PageHandle } from "#app/http/page-handle.ts";
import { readPage, requirePage, toPage } from "#app/http/query.ts";
import { PageLinks } from "#app/ui/frame/page-links.tsx";
import type { Route } from "./+types/versions";

export const handle: PageHandle = { kept: "versions", Page: VersionsPage };

export function headers({ loaderHeaders }: Route.HeadersArgs) {
	return loaderHeaders;
}

export async function loader({ params, url }: Route.LoaderArgs) {
	const history = await findHistory({ params, url });
	const { title, language, app, path, versionsPath, sincePath } = history;
	const page = readPage(url);
	const found = listPublicVersions(history.id, page);
	requirePage(url, found);
	const versions = found.slice(0, LISTED_VERSIONS).map((version) => {
		const { revision, previous } = version;
		const withdrawnAt = version.withdrawnAt === null ? null : new Date(version.withdrawnAt);
		return {
			...{ revision, beginsOn: version.beginsOn, note: version.note, withdrawnAt },
			path: withdrawnAt ? null : history.versionPath(revision),
			changesPath:
				withdrawnAt || previous === null ? null : history.changesPath(previous, revision),
		};
	});
	return data(
		{
			...{ title, titleLanguage: language, app, path, versionsPath, sincePath, versions, page },
			hasMore: found.length > LISTED_VERSIONS,
			url: history.url,
		},
		{ headers: HISTORY_HEADERS },
	);
}

function VersionsPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
	const { title, titleLanguage, app, path, versionsPath, sincePath, url } = loaderData;
	const { versions, page, hasMore } = loaderData;
	return (
		<HistoryPage name={`Versions of ${title}`} app={app} path={path} canonical={url}>
			<link rel="latest-version" href={url} />
			<h1>
				Versions of <bdi lang={titleLanguage ?? undefined}>{title}</bdi>
			</h1>
			<p>
				Every text that was published here, the newest first.{" "}
				<a href={path}>Read the present version</a>
			</p>
			<VersionTable versions={versions} />
			<PageLinks
				page={page}
				hasMore={hasMore}
				to={(to) => (to === 1 ? versionsPath : versionsPath + toPage(to))}
			/>
			<SinceForm path={sincePath} />
		</HistoryPage>
	);
}

export default VersionsPage;

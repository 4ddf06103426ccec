import { data } from "react-router";
import { withPlainIds } from "#app/documents/plain-ids.ts";
import {
	findVersionAt,
	orBusyPage,
	periodOf,
	versionHeaders,
} from "#app/documents/versions/found-history.ts";
import { HistoryPage } from "#app/documents/versions/history-page.tsx";
import { renderVersion } from "#app/documents/versions/version-text.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { directionOf, languageOfHtml } from "#app/platform/language.ts";
import { Contents } from "#app/ui/prose/contents.tsx";
import { Prose } from "#app/ui/prose/prose.tsx";
import type { Route } from "./+types/version";

export const handle: PageHandle = { kept: "version", Page: VersionPage };

export function headers({ loaderHeaders }: Route.HeadersArgs) {
	return loaderHeaders;
}

export async function loader({ params, url }: Route.LoaderArgs) {
	const { history, version } = await findVersionAt({ params, url });
	const { html, headings } = await orBusyPage(renderVersion(history, version));
	const { revision, previous, next } = version;
	return data(
		{
			...{ title: version.title, revision, app: history.app, path: history.path, headings },
			html: withPlainIds(html),
			language: languageOfHtml(html),
			isPresent: revision === history.newest,
			period: periodOf(version),
			url: history.url,
			versionsPath: history.versionsPath,
			changesPath: previous === null ? null : history.changesPath(previous, revision),
			previousPath: previous === null ? null : history.versionPath(previous),
			nextPath: next === null ? null : history.versionPath(next),
		},
		{ headers: versionHeaders(history, version) },
	);
}

function VersionPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
	const { title, revision, app, path, url, html, headings, language, isPresent } = loaderData;
	const { period, versionsPath, changesPath, previousPath, nextPath } = loaderData;
	return (
		<HistoryPage name={`Version ${revision} of ${title}`} app={app} path={path} canonical={url}>
			<link rel="latest-version" href={url} />
			<link rel="version-history" href={versionsPath} />
			{previousPath && <link rel="predecessor-version" href={previousPath} />}
			{nextPath && <link rel="successor-version" href={nextPath} />}
			<h1 dir="auto">{title}</h1>
			<div className="notice" lang="en">
				<p>
					This is version {revision}
					{isPresent && ", the present one"}. {period}
				</p>
				<p>
					{!isPresent && (
						<>
							<a href={path}>Read the present version</a>
							{" · "}
						</>
					)}
					{changesPath && (
						<>
							<a href={changesPath}>See what changed in it</a>
							{" · "}
						</>
					)}
					<a href={versionsPath}>All versions</a>
				</p>
			</div>
			<Contents headings={headings} />
			<Prose html={html} dir={directionOf(language)} />
		</HistoryPage>
	);
}

export default VersionPage;

import { data, redirect } from "react-router";
import { MOVED } from "#app/addresses/resolution.ts";
import { Comparison, Mark } from "#app/documents/versions/comparison.tsx";
import {
	findHistory,
	findVersion,
	HISTORY_HEADERS,
	noSuchVersion,
	orBusyPage,
} from "#app/documents/versions/found-history.ts";
import { readNotes } from "#app/documents/versions/history.sql.ts";
import { Day, HistoryPage } from "#app/documents/versions/history-page.tsx";
import { readRange } from "#app/documents/versions/numbers.ts";
import { compareVersions } from "#app/documents/versions/version-text.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { directionOf } from "#app/platform/language.ts";
import type { Route } from "./+types/changes";

export const handle: PageHandle = { kept: "changes", Page: ChangesPage };

export function headers({ loaderHeaders }: Route.HeadersArgs) {
	return loaderHeaders;
}

export async function loader({ params, url }: Route.LoaderArgs) {
	const range = readRange(params.range);
	if (!range) throw noSuchVersion();
	const history = await findHistory({ params, url });
	const [from, to] = range;
	if (from === to) throw redirect(history.versionPath(to), MOVED);
	if (from > to) throw redirect(history.changesPath(to, from), MOVED);
	const before = findVersion(history, from);
	const after = findVersion(history, to);
	const { app, path, language, versionsPath } = history;
	const side = (version: typeof before) => ({
		revision: version.revision,
		title: version.title,
		beginsOn: version.beginsOn,
		path: history.versionPath(version.revision),
	});
	return data(
		{
			...{
				app,
				path,
				versionsPath,
				textLanguage: language,
				dir: directionOf(language),
				url: history.url,
			},
			before: side(before),
			after: side(after),
			/** The day before which nothing was published, if the comparison begins with the first text. */
			firstDay: from === history.first ? before.createdAt.slice(0, 10) : null,
			notes: readNotes(history.id, from, to),
			compared: await orBusyPage(compareVersions(history, [before, after])),
		},
		{ headers: HISTORY_HEADERS },
	);
}

function ChangesPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
	const { app, path, url, versionsPath, textLanguage, dir, before, after } = loaderData;
	const { firstDay, notes, compared } = loaderData;
	const name = `What changed in the ${after.title}`;
	const names: [string, string] = [`Version ${before.revision}`, `Version ${after.revision}`];
	return (
		<HistoryPage name={name} app={app} path={path} canonical={url}>
			<link rel="version-history" href={versionsPath} />
			<h1>
				What changed in the <bdi lang={textLanguage ?? undefined}>{after.title}</bdi>
			</h1>
			<p>
				Between <a href={before.path}>version {before.revision}</a> (<Day day={before.beginsOn} />)
				and <a href={after.path}>version {after.revision}</a> (<Day day={after.beginsOn} />
				). <a href={versionsPath}>All versions</a>
			</p>
			{firstDay && (
				<p>
					Version {before.revision} is the first: before <Day day={firstDay} />, nothing was
					published here.
				</p>
			)}
			{notes.length > 0 && (
				<ul className="notes">
					{notes.map(({ revision, note }) => (
						<li key={revision}>
							Version {revision}: <span dir="auto">{note}</span>
						</li>
					))}
				</ul>
			)}
			{before.title !== after.title && (
				<p className="changes">
					Title: <Mark change="removed" text={before.title} />{" "}
					<Mark change="added" text={after.title} />
				</p>
			)}
			<Comparison compared={compared} language={textLanguage} dir={dir} names={names} />
		</HistoryPage>
	);
}

export default ChangesPage;

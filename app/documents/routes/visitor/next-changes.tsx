import { data } from "react-router";
import { AppliesFrom } from "#app/documents/drafts/announced.tsx";
import { findNext } from "#app/documents/drafts/found-next.ts";
import { Comparison, Mark } from "#app/documents/versions/comparison.tsx";
import { HISTORY_HEADERS, orBusyPage } from "#app/documents/versions/found-history.ts";
import { HistoryPage } from "#app/documents/versions/history-page.tsx";
import { sourceOf } from "#app/documents/versions/source.ts";
import { compareForVisitors } from "#app/documents/versions/version-text.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import { directionOf, languageOfHtml } from "#app/platform/language.ts";
import type { Route } from "./+types/next-changes";

export const handle: PageHandle = { kept: "next", Page: NextChangesPage };

export function headers({ loaderHeaders }: Route.HeadersArgs) {
	return loaderHeaders;
}

export async function loader(args: Route.LoaderArgs) {
	const { document, next } = await findNext(args, paths.ofDocument.changesOfNext(""));
	const { id, version, title, html, app, path, url } = document;
	const { effectiveOn, note, announcedAt, updatedAt } = next;
	const texts = { before: { html }, after: sourceOf(next), base: path };
	const key = `${id} ${version} next ${updatedAt}`;
	const compared = await orBusyPage(compareForVisitors(key, texts));
	const language = languageOfHtml(html);
	return data(
		{
			...{ title, effectiveOn, note, announcedAt, updatedAt, app, path, url, compared },
			nextTitle: next.title,
			textLanguage: language,
			dir: directionOf(language),
		},
		{ headers: HISTORY_HEADERS },
	);
}

function NextChangesPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
	const { title, nextTitle, note, compared, textLanguage, dir, app, path, url } = loaderData;
	return (
		<HistoryPage name={`What will change in the ${title}`} app={app} path={path} canonical={url}>
			<h1>
				What will change in the <bdi lang={textLanguage ?? undefined}>{title}</bdi>
			</h1>
			<div className="notice">
				<AppliesFrom {...loaderData} />
				{note && <p dir="auto">{note}</p>}
				<p>
					<a href={paths.ofDocument.next(path)}>Read the new text</a>
					{" · "}
					<a href={path}>Read the present text</a>
				</p>
			</div>
			{title !== nextTitle && (
				<p className="changes">
					Title: <Mark change="removed" text={title} /> <Mark change="added" text={nextTitle} />
				</p>
			)}
			<Comparison
				compared={compared}
				language={textLanguage}
				dir={dir}
				names={["The present text", "The new text"]}
				whenSame="The text itself stays the same."
			/>
		</HistoryPage>
	);
}

export default NextChangesPage;

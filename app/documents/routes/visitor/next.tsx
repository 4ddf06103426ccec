import { data } from "react-router";
import { AppliesFrom } from "#app/documents/drafts/announced.tsx";
import { findNext } from "#app/documents/drafts/found-next.ts";
import { withPlainIds } from "#app/documents/plain-ids.ts";
import { HISTORY_HEADERS, orBusyPage } from "#app/documents/versions/found-history.ts";
import { HistoryPage } from "#app/documents/versions/history-page.tsx";
import { sourceOf } from "#app/documents/versions/source.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import { directionOf, languageOfHtml } from "#app/platform/language.ts";
import { renderInWorker, VISITORS } from "#app/platform/markdown/markdown.server.ts";
import { Contents } from "#app/ui/prose/contents.tsx";
import { Prose } from "#app/ui/prose/prose.tsx";
import type { Route } from "./+types/next";

export const handle: PageHandle = { kept: "next", Page: NextPage };

export function headers({ loaderHeaders }: Route.HeadersArgs) {
	return loaderHeaders;
}

export async function loader(args: Route.LoaderArgs) {
	const { document, next } = await findNext(args, paths.ofDocument.next(""));
	const { source, options } = sourceOf(next);
	const rendering = renderInWorker(source, { account: VISITORS, ...options });
	const { html, headings } = await orBusyPage(rendering);
	const { title, effectiveOn, note, announcedAt, updatedAt } = next;
	const { app, path, url } = document;
	return data(
		{
			...{ title, effectiveOn, note, announcedAt, updatedAt, headings, app, path, url },
			html: withPlainIds(html),
			language: languageOfHtml(html),
		},
		{ headers: HISTORY_HEADERS },
	);
}

function NextPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
	const { title, note, html, headings, language, app, path, url } = loaderData;
	return (
		<HistoryPage name={`${title}, as announced`} app={app} path={path} canonical={url}>
			<h1 dir="auto">{title}</h1>
			<div className="notice" lang="en">
				<AppliesFrom {...loaderData} />
				{note && <p dir="auto">{note}</p>}
				<p>
					<a href={path}>Read the present text</a>
					{" · "}
					<a href={paths.ofDocument.changesOfNext(path)}>See what changes</a>
				</p>
			</div>
			<Contents headings={headings} />
			<Prose html={html} dir={directionOf(language)} />
		</HistoryPage>
	);
}

export default NextPage;

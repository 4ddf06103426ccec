import { data } from "react-router";
import { findNext, NEXT_HEADERS, orTryAgain, sourceOf } from "#app/documents/drafts/found-next.ts";
import { AppliesFrom, NextFrame } from "#app/documents/drafts/next-frame.tsx";
import { withPlainIds } from "#app/documents/plain-ids.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import { directionOf, languageOfHtml } from "#app/platform/language.ts";
import { renderInWorker } from "#app/platform/markdown/markdown.server.ts";
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
	const { html, headings } = await orTryAgain((account) =>
		renderInWorker(source, { account, ...options }),
	);
	const { title, effectiveOn, note, announcedAt, updatedAt } = next;
	const { app, path, url } = document;
	return data(
		{
			...{ title, effectiveOn, note, announcedAt, updatedAt, headings, app, path, url },
			html: withPlainIds(html),
			language: languageOfHtml(html),
		},
		{ headers: NEXT_HEADERS },
	);
}

function NextPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
	const { title, note, html, headings, language, path } = loaderData;
	return (
		<NextFrame {...loaderData} name={`${title}, as announced`}>
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
		</NextFrame>
	);
}

export default NextPage;

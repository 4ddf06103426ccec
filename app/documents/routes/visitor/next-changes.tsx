import { data } from "react-router";
import { findNext, NEXT_HEADERS, orTryAgain, sourceOf } from "#app/documents/drafts/found-next.ts";
import { AppliesFrom, NextFrame } from "#app/documents/drafts/next-frame.tsx";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import { directionOf, languageOfHtml } from "#app/platform/language.ts";
import { compareInWorker } from "#app/platform/markdown/markdown.server.ts";
import { Prose } from "#app/ui/prose/prose.tsx";
import type { Route } from "./+types/next-changes";

export const handle: PageHandle = { kept: "next", Page: NextChangesPage };

export function headers({ loaderHeaders }: Route.HeadersArgs) {
	return loaderHeaders;
}

export async function loader(args: Route.LoaderArgs) {
	const { document, next } = await findNext(args, paths.ofDocument.changesOfNext(""));
	const { title, html, app, path, url } = document;
	const texts = { before: { html }, after: sourceOf(next), base: path };
	const compared = await orTryAgain((account) => compareInWorker(texts, account));
	const { effectiveOn, note, announcedAt, updatedAt } = next;
	return data(
		{
			...{ title, effectiveOn, note, announcedAt, updatedAt, app, path, url, compared },
			nextTitle: next.title,
			textLanguage: languageOfHtml(html),
		},
		{ headers: NEXT_HEADERS },
	);
}

function NextChangesPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
	const { title, nextTitle, note, compared, textLanguage, path } = loaderData;
	const dir = directionOf(textLanguage);
	return (
		<NextFrame {...loaderData} name={`What will change in the ${title}`}>
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
				<p>
					Title: <del dir="auto">{title}</del> <ins dir="auto">{nextTitle}</ins>
				</p>
			)}
			{compared.outcome === "same" && <p>The text itself stays the same.</p>}
			{compared.outcome === "changed" && <Prose html={compared.html} dir={dir} />}
			{compared.outcome === "apart" && (
				<>
					<p>The two texts differ nearly everywhere, so they stand one after the other.</p>
					<h2>The present text</h2>
					<Prose html={compared.before} dir={dir} />
					<h2>The new text</h2>
					<Prose html={compared.after} dir={dir} />
				</>
			)}
		</NextFrame>
	);
}

export default NextChangesPage;

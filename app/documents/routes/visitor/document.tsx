import { data } from "react-router";
import { UPDATES_SLUG } from "#app/addresses/reserved.ts";
import { PUBLIC_CACHE } from "#app/addresses/resolution.ts";
import { Edition } from "#app/documents/components/edition.tsx";
import { ShapeLinks, Ways } from "#app/documents/components/ways.tsx";
import { NextAside } from "#app/documents/drafts/next-aside.tsx";
import { withPlainIds } from "#app/documents/plain-ids.ts";
import { findDocument } from "#app/documents/shapes/found-document.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { DOCUMENT_SHAPES, linksTo } from "#app/http/shapes/shapes.ts";
import { paths } from "#app/paths.ts";
import { directionOf, languageOfHtml } from "#app/platform/language.ts";
import { ReportLink, VisitorShell } from "#app/ui/frame/visitor-shell.tsx";
import { Contents, type Heading } from "#app/ui/prose/contents.tsx";
import { Prose } from "#app/ui/prose/prose.tsx";
import type { Route } from "./+types/document";

export const handle: PageHandle = {
	kept: "document",
	Page: DocumentPage,
	shapes: DOCUMENT_SHAPES,
};

export function headers({ loaderHeaders }: Route.HeadersArgs) {
	return loaderHeaders;
}

export async function loader(args: Route.LoaderArgs) {
	const document = await findDocument(args);
	const { title, html, path, historyPath, app } = document;
	return data(
		{
			title,
			html: withPlainIds(html),
			language: languageOfHtml(html),
			headings: JSON.parse(document.headings) as Heading[],
			effectiveOn: document.effectiveOn,
			updatedAt: document.updatedAt,
			version: document.version,
			announcedFor: document.announcedFor,
			historyPath,
			changesPath: document.changesPath,
			appName: app.name,
			hubPath: app.path,
			updatesPath: updatesPathOf(args.params),
			path,
			url: document.url,
		},
		{
			headers: {
				...PUBLIC_CACHE,
				Link: linksTo(document.url, DOCUMENT_SHAPES, document.historyUrl),
			},
		},
	);
}

/** Returns where people ask to be told of changes: not at the document's own address. */
function updatesPathOf({ accountSlug, appName, documentSlug }: Route.LoaderArgs["params"]): string {
	const { updates, confirmUpdates } = paths.visitor;
	return (documentSlug === UPDATES_SLUG ? confirmUpdates : updates)(accountSlug, appName);
}

function DocumentPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
	const { title, html, language, headings, appName, hubPath, path, url } = loaderData;
	const { historyPath, changesPath, updatesPath } = loaderData;
	return (
		<VisitorShell
			footer={
				<>
					<Ways path={path} shapes={DOCUMENT_SHAPES}>
						{historyPath && changesPath && <a href={historyPath}>Earlier versions</a>}
						{changesPath && <a href={changesPath}>What changed last</a>}
						<a href={updatesPath}>Get told of changes</a>
					</Ways>
					Published by the developer of <a href={hubPath}>{appName}</a> with{" "}
					<a href={paths.home}>Smallprint</a>
					<ReportLink path={path} />
				</>
			}
		>
			<title>{`${title} · ${appName}`}</title>
			<meta name="description" content={`${title} of ${appName}.`} />
			<link rel="canonical" href={url} />
			<ShapeLinks path={path} shapes={DOCUMENT_SHAPES} />
			{historyPath && <link rel="version-history" href={historyPath} />}
			<p className="over">
				<a href={hubPath} dir="auto">
					{appName}
				</a>
			</p>
			<h1 dir="auto">{title}</h1>
			<Edition {...loaderData} />
			<NextAside path={path} day={loaderData.announcedFor} />
			<Contents headings={headings} />
			<Prose html={html} dir={directionOf(language)} />
		</VisitorShell>
	);
}

export default DocumentPage;

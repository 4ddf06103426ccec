import { data } from "react-router";
import { UPDATES_SLUG } from "#app/addresses/reserved.ts";
import { PUBLIC_CACHE } from "#app/addresses/resolution.ts";
import { DOCUMENT_SHAPES, linksTo } from "#app/http/shapes/shapes.ts";
import { paths } from "#app/paths.ts";
import { languageOfHtml } from "#app/platform/language.ts";
import type { Heading } from "#app/ui/prose/contents.tsx";
import { withPlainIds } from "./plain-ids.ts";
import { findDocument } from "./shapes/found-document.server.ts";

type Params = { accountSlug: string; appName: string; documentSlug: string };

export type LoadedDocument = Awaited<ReturnType<typeof loadDocument>>["data"];

/** Loads the page of a public document. Throws redirects, 404 and 410 as foundPage does. */
export async function loadDocument(args: { params: Params; url: URL }) {
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
function updatesPathOf({ accountSlug, appName, documentSlug }: Params): string {
	const { updates, confirmUpdates } = paths.visitor;
	return (documentSlug === UPDATES_SLUG ? confirmUpdates : updates)(accountSlug, appName);
}

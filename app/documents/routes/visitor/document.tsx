import { data } from "react-router";
import { publicUrl, resolveDocument } from "#app/addresses/address.server.ts";
import { foundPage, PUBLIC_CACHE, requireCanonicalPath } from "#app/addresses/resolution.ts";
import { withPlainIds } from "#app/documents/plain-ids.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import { directionOf, languageOf } from "#app/platform/language.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { ReportLink, VisitorShell } from "#app/ui/frame/visitor-shell.tsx";
import { Contents, type Heading } from "#app/ui/prose/contents.tsx";
import { Prose } from "#app/ui/prose/prose.tsx";
import type { Route } from "./+types/document";

export const handle: PageHandle = { kept: "document", Page: DocumentPage };

/** Characters of a document's HTML that show its language. */
const BEGINNING = 4_000;

export function headers() {
	return PUBLIC_CACHE;
}

export async function loader({ params, url }: Route.LoaderArgs) {
	requireCanonicalPath(url);
	const { accountSlug, appName, documentSlug } = params;
	const resolved = await resolveDocument(accountSlug, appName, documentSlug);
	const document = foundPage(resolved, { url, noun: "Document" });
	const path = paths.visitor.document(accountSlug, document.app.slug, document.slug);
	return data(
		{
			title: document.title,
			html: withPlainIds(document.html),
			language: languageOf(document.html.slice(0, BEGINNING).replace(/<[^<>]*>/g, " ")),
			headings: JSON.parse(document.headings) as Heading[],
			updatedAt: document.updatedAt,
			appName: document.app.name,
			hubPath: paths.visitor.app(accountSlug, document.app.slug),
			path,
			url: publicUrl(path),
		},
		{ headers: PUBLIC_CACHE },
	);
}

function DocumentPage({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
	const { title, html, language, headings, updatedAt, appName, hubPath, path, url } = loaderData;
	return (
		<VisitorShell
			footer={
				<>
					Published by the developer of <a href={hubPath}>{appName}</a> with{" "}
					<a href={paths.home}>Smallprint</a>
					<ReportLink path={path} />
				</>
			}
		>
			<title>{`${title} · ${appName}`}</title>
			<meta name="description" content={`${title} of ${appName}.`} />
			<link rel="canonical" href={url} />
			<p className="over">
				<a href={hubPath} dir="auto">
					{appName}
				</a>
			</p>
			<h1 dir="auto">{title}</h1>
			<p className="meta" lang="en">
				Last updated <time dateTime={updatedAt.toISOString()}>{formatLongDate(updatedAt)}</time>
			</p>
			<Contents headings={headings} />
			<Prose html={html} dir={directionOf(language)} />
		</VisitorShell>
	);
}

export default DocumentPage;

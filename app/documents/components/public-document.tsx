import { ShapeLinks, Ways } from "#app/documents/components/ways.tsx";
import { NextAside } from "#app/documents/drafts/next-aside.tsx";
import type { LoadedDocument } from "#app/documents/public-document.ts";
import { DOCUMENT_SHAPES } from "#app/http/shapes/shapes.ts";
import { paths } from "#app/paths.ts";
import { directionOf } from "#app/platform/language.ts";
import { ReportLink, VisitorShell } from "#app/ui/frame/visitor-shell.tsx";
import { Contents } from "#app/ui/prose/contents.tsx";
import { Prose } from "#app/ui/prose/prose.tsx";
import { Edition } from "./edition.tsx";

/** The page of a public document. */
export function PublicDocument({ loaderData }: { loaderData: LoadedDocument }) {
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

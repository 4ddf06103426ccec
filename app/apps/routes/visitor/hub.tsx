import { data } from "react-router";
import { PUBLIC_CACHE } from "#app/addresses/resolution.ts";
import { findHub } from "#app/apps/hub.server.ts";
import { ShapeLinks, Ways } from "#app/documents/components/ways.tsx";
import type { PageHandle } from "#app/http/page-handle.ts";
import { toPage } from "#app/http/query.ts";
import { HUB_SHAPES, linksTo } from "#app/http/shapes/shapes.ts";
import { paths } from "#app/paths.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { PageLinks } from "#app/ui/frame/page-links.tsx";
import { ReportLink, VisitorShell } from "#app/ui/frame/visitor-shell.tsx";
import { MailAddress } from "#app/ui/link/mail-address.tsx";
import type { Route } from "./+types/hub";

export const handle: PageHandle = { kept: "hub", Page: Hub, shapes: HUB_SHAPES };

export function headers({ loaderHeaders }: Route.HeadersArgs) {
	return loaderHeaders;
}

export async function loader(args: Route.LoaderArgs) {
	const hub = await findHub(args);
	return data(hub, { headers: { ...PUBLIC_CACHE, Link: linksTo(hub.homeUrl, HUB_SHAPES) } });
}

function Hub({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
	const { name, page, hasMore, documents, forms, contactEmail, deletionPath } = loaderData;
	const { path, updatesPath, url } = loaderData;
	return (
		<VisitorShell
			footer={
				<>
					<Ways path={path} shapes={HUB_SHAPES} />
					<a href={paths.home}>Published with Smallprint</a>
					<ReportLink path={path} />
				</>
			}
		>
			<title>{page === 1 ? name : `${name}, page ${page}`}</title>
			<meta name="description" content={`The legal documents of ${name}.`} />
			<link rel="canonical" href={url} />
			<ShapeLinks path={path} shapes={HUB_SHAPES} />
			<h1 dir="auto">{name}</h1>
			{documents.length + forms.length === 0 && <p>Nothing has been published here yet.</p>}
			{documents.length > 0 && (
				<>
					<ul className="documents">
						{documents.map((document) => (
							<li key={document.path}>
								<a href={document.path} dir="auto">
									{document.title}
								</a>{" "}
								<span className="meta">
									Last updated{" "}
									<time dateTime={document.updatedAt.toISOString()}>
										{formatLongDate(document.updatedAt)}
									</time>
								</span>
							</li>
						))}
					</ul>
					<p>
						<a href={updatesPath}>Get told of changes</a>
					</p>
				</>
			)}
			{(forms.length > 0 || contactEmail || deletionPath) && (
				<>
					<h2>Contact</h2>
					<ul className="documents">
						{forms.map((form) => (
							<li key={form.path}>
								<a href={form.path} dir="auto">
									{form.title}
								</a>
							</li>
						))}
						{deletionPath && (
							<li>
								<a href={deletionPath}>Delete account and data</a>
							</li>
						)}
						{contactEmail && (
							<li>
								<MailAddress email={contactEmail} />
							</li>
						)}
					</ul>
				</>
			)}
			<PageLinks page={page} hasMore={hasMore} to={(to) => (to === 1 ? path : path + toPage(to))} />
		</VisitorShell>
	);
}

export default Hub;

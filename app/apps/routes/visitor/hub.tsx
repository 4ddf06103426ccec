import { data } from "react-router";
import { publicUrl, resolveApp } from "#app/addresses/address.server.ts";
import { foundPage, PUBLIC_CACHE, requireCanonicalPath } from "#app/addresses/resolution.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { readPage, requirePage, toPage } from "#app/http/query.ts";
import { paths } from "#app/paths.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { ReportLink, VisitorShell } from "#app/ui/frame/visitor-shell.tsx";
import { MailAddress } from "#app/ui/link/mail-address.tsx";
import type { Route } from "./+types/hub";

export const handle: PageHandle = { kept: "hub", Page: Hub };

export function headers() {
	return PUBLIC_CACHE;
}

export async function loader({ params, url }: Route.LoaderArgs) {
	requireCanonicalPath(url);
	const page = readPage(url);
	const resolved = await resolveApp(params.accountSlug, params.appName, page);
	const app = foundPage(resolved, { url, noun: "App" });
	requirePage(url, [...app.documents, ...app.forms]);
	const path = paths.visitor.app(params.accountSlug, app.slug);
	return data(
		{
			name: app.name,
			page,
			hasMore: app.hasMore,
			contactEmail: app.contactEmail,
			path,
			updatesPath: paths.visitor.updates(params.accountSlug, app.slug),
			url: publicUrl(page === 1 ? path : path + toPage(page)),
			forms: app.forms.map((form) => ({
				title: form.title,
				path: paths.visitor.form(params.accountSlug, app.slug, form.slug),
			})),
			documents: app.documents.map((document) => ({
				title: document.title,
				path: paths.visitor.document(params.accountSlug, app.slug, document.slug),
				updatedAt: document.updatedAt,
			})),
		},
		{ headers: PUBLIC_CACHE },
	);
}

function Hub({ loaderData }: Pick<Route.ComponentProps, "loaderData">) {
	const { name, page, hasMore, documents, forms, contactEmail, path, updatesPath, url } =
		loaderData;
	return (
		<VisitorShell
			footer={
				<>
					<a href={paths.home}>Published with Smallprint</a>
					<ReportLink path={path} />
				</>
			}
		>
			<title>{page === 1 ? name : `${name}, page ${page}`}</title>
			<meta name="description" content={`The legal documents of ${name}.`} />
			<link rel="canonical" href={url} />
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
			{(forms.length > 0 || contactEmail) && (
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
						{contactEmail && (
							<li>
								<MailAddress email={contactEmail} />
							</li>
						)}
					</ul>
				</>
			)}
			{(page > 1 || hasMore) && (
				<nav className="foot" aria-label="Pages">
					{page > 1 && (
						<>
							<a href={page === 2 ? path : path + toPage(page - 1)} rel="prev">
								Previous
							</a>
							{" · "}
						</>
					)}
					Page {page}
					{hasMore && (
						<>
							{" · "}
							<a href={path + toPage(page + 1)} rel="next">
								Next
							</a>
						</>
					)}
				</nav>
			)}
		</VisitorShell>
	);
}

export default Hub;

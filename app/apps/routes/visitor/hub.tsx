import { data } from "react-router";
import { publicUrl, resolveApp } from "#app/addresses/address.server.ts";
import { foundPage, PUBLIC_CACHE, requireCanonicalPath } from "#app/addresses/resolution.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { VisitorShell } from "#app/ui/frame/visitor-shell.tsx";
import { MailAddress } from "#app/ui/link/mail-address.tsx";
import type { Route } from "./+types/hub";

export const handle: PageHandle = { kept: "hub", Page: Hub };

export function headers() {
	return PUBLIC_CACHE;
}

export async function loader({ params, url }: Route.LoaderArgs) {
	requireCanonicalPath(url);
	const resolved = await resolveApp(params.accountSlug, params.appName);
	const app = foundPage(resolved, { url, noun: "App" });
	return data(
		{
			name: app.name,
			contactEmail: app.contactEmail,
			url: publicUrl(paths.visitor.app(params.accountSlug, app.slug)),
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
	const { name, documents, forms, contactEmail, url } = loaderData;
	return (
		<VisitorShell footer={<a href={paths.home}>Published with Smallprint</a>}>
			<title>{name}</title>
			<meta name="description" content={`The legal documents of ${name}.`} />
			<link rel="canonical" href={url} />
			<h1 dir="auto">{name}</h1>
			{documents.length + forms.length === 0 && <p>Nothing has been published here yet.</p>}
			{documents.length > 0 && (
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
		</VisitorShell>
	);
}

export default Hub;

import { data } from "react-router";
import { publicUrl } from "#app/addresses/address.server.ts";
import { PUBLIC_CACHE, requireCanonicalPath } from "#app/addresses/resolution.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { pageMeta } from "#app/http/page-meta.ts";
import { readSample } from "#app/marketing/samples.server.ts";
import { paths } from "#app/paths.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { VisitorShell } from "#app/ui/frame/visitor-shell.tsx";
import { Contents } from "#app/ui/prose/contents.tsx";
import { Prose } from "#app/ui/prose/prose.tsx";
import type { Route } from "./+types/demo-document";

export function meta({ loaderData }: Route.MetaArgs) {
	if (!loaderData) return [];
	const { title, url } = loaderData;
	return [
		...pageMeta({
			title: `${title}: an example · Smallprint`,
			description: `A complete ${title.toLowerCase()} of a made-up app, as Smallprint publishes it.`,
			url,
		}),
		{ tagName: "link", rel: "canonical", href: url },
	];
}

export const handle: PageHandle = { kept: "site" };

export function headers() {
	return PUBLIC_CACHE;
}

export async function loader({ url }: Route.LoaderArgs) {
	requireCanonicalPath(url);
	const sample = await readSample(url.pathname);
	return data({ ...sample, url: publicUrl(url.pathname) }, { headers: PUBLIC_CACHE });
}

export default function DemoDocument({ loaderData }: Route.ComponentProps) {
	const { title, html, headings, updatedAt, others } = loaderData;
	return (
		<VisitorShell
			footer={
				<>
					<a href={paths.home}>Published with Smallprint</a>
					{others.map((other) => (
						<span key={other.path}>
							{" · "}
							<a href={other.path}>{other.title}</a>
						</span>
					))}
					{" · "}
					<a href={paths.demo.form}>Support form</a>
				</>
			}
		>
			<p className="over">Pocket Garden</p>
			<h1>{title}</h1>
			<p className="meta">
				Last updated <time dateTime={updatedAt.toISOString()}>{formatLongDate(updatedAt)}</time>
			</p>
			<p className="meta">
				This is a sample: Pocket Garden is made up. Copy what is true of your app.
			</p>
			<Contents headings={headings} />
			<Prose html={html} />
		</VisitorShell>
	);
}

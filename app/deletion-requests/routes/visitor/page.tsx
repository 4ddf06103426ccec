import { data } from "react-router";
import { publicUrl, resolveDocument } from "#app/addresses/address.server.ts";
import { DELETION_SLUG } from "#app/addresses/reserved.ts";
import { PUBLIC_CACHE, requireCanonicalPath } from "#app/addresses/resolution.ts";
import { AskForm } from "#app/deletion-requests/components/ask-form.tsx";
import { DeletionTexts } from "#app/deletion-requests/components/deletion-texts.tsx";
import { findOpenPage } from "#app/deletion-requests/found-page.ts";
import { PublicDocument } from "#app/documents/components/public-document.tsx";
import { type LoadedDocument, loadDocument } from "#app/documents/public-document.ts";
import { FormSent } from "#app/forms/components/form-sent.tsx";
import { Sum } from "#app/forms/components/sum.tsx";
import { problemOf, type ShownStep } from "#app/forms/shown-step.ts";
import { readAnswers } from "#app/forms/visitor-form.ts";
import { NO_STORE, sentWith, takePost } from "#app/forms/visitor-post.ts";
import { readForm } from "#app/http/form.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env/env.server.ts";
import { ReportLink, VisitorShell } from "#app/ui/frame/visitor-shell.tsx";
import type { Route } from "./+types/page";

export const handle: PageHandle = { kept: "deletion", Page: DeletionPage };

export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
	return actionHeaders.has("Cache-Control") ? actionHeaders : loaderHeaders;
}

export async function loader({ params, url }: Pick<Route.LoaderArgs, "params" | "url">) {
	requireCanonicalPath(url);
	const { accountSlug, appName } = params;
	const former = await resolveDocument(accountSlug, appName, DELETION_SLUG);
	if (former.outcome === "found") {
		return loadDocument({ params: { ...params, documentSlug: DELETION_SLUG }, url });
	}
	const page = await findOpenPage({ params, url });
	const sent = sentWith(page, url);
	const path = paths.visitor.deletion(accountSlug, page.app.slug);
	const { steps, deleted, kept, days, developer, fields, revision } = page;
	return data(
		{
			...{ steps, deleted, kept, days, developer, fields, revision },
			...sent,
			isLocal: env.mode === "local",
			appName: page.app.name,
			hubPath: paths.visitor.app(accountSlug, page.app.slug),
			path,
			url: publicUrl(path),
		},
		{ headers: sent.isSent ? NO_STORE.headers : PUBLIC_CACHE },
	);
}

export async function action(args: Route.ActionArgs) {
	const formData = await readForm(args.request);
	const sent = readAnswers(formData);
	const page = await findOpenPage(args, sent.values);
	return takePost(page, { ...sent, intent: formData.get("intent") }, args);
}

type PageProps = Pick<Route.ComponentProps, "loaderData"> & Partial<Route.ComponentProps>;

function DeletionPage({ loaderData, actionData }: PageProps) {
	if ("html" in loaderData) return <PublicDocument loaderData={loaderData as LoadedDocument} />;
	const { appName, url } = loaderData;
	const isSent = actionData ? "notSent" in actionData || "sentTo" in actionData : loaderData.isSent;
	return (
		<>
			<meta
				name="description"
				content={`How to delete your ${appName} account and its data, and what is kept.`}
			/>
			<link rel="canonical" href={url} />
			{isSent ? (
				<FormSent {...loaderData} {...actionData} />
			) : (
				<Asking page={loaderData} {...(actionData as Answered)} />
			)}
		</>
	);
}

/** What the page is shown with after a post. */
type Answered = { next?: ShownStep; values?: [id: string, value: string][] };
type Loaded = Exclude<Route.ComponentProps["loaderData"], LoadedDocument>;

function Asking({ page, next, values: typed }: { page: Loaded } & Answered) {
	const { appName, hubPath, path, revision } = page;
	const values = new Map(typed);
	const errors = new Map(next?.step === "errors" ? next.errors : []);
	const problem = problemOf(next);
	const title = `Delete your ${appName} account and data`;
	return (
		<VisitorShell
			footer={
				<>
					Your request goes to the developer of <a href={hubPath}>{appName}</a>, through{" "}
					<a href={paths.home}>Smallprint</a>
					<ReportLink path={path} />
				</>
			}
		>
			<p className="over">
				<a href={hubPath} dir="auto">
					{appName}
				</a>
			</p>
			{next?.step === "question" ? (
				<>
					<h1>{title}</h1>
					<Sum {...next} pageTitle={title} values={values} revision={revision} />
				</>
			) : (
				<>
					<title>{problem || errors.size > 0 ? `Error: ${title}` : title}</title>
					<DeletionTexts {...page} />
					<AskForm {...page} values={values} errors={errors} problem={problem} />
				</>
			)}
		</VisitorShell>
	);
}

export default DeletionPage;

import { data } from "react-router";
import {
	publicUrl,
	readFormerFields,
	resolveApp,
	resolveForm,
} from "#app/addresses/address.server.ts";
import type { FormPage as FoundForm } from "#app/addresses/live-page.sql.ts";
import { foundPage, PUBLIC_CACHE, requireCanonicalPath } from "#app/addresses/resolution.ts";
import { PublicForm } from "#app/forms/components/answer-form.tsx";
import { FormSent } from "#app/forms/components/form-sent.tsx";
import { OwnText } from "#app/forms/components/own-text.tsx";
import { Sum } from "#app/forms/components/sum.tsx";
import { answerJson } from "#app/forms/form-json.ts";
import { problemOf, type ShownStep } from "#app/forms/shown-step.ts";
import { FORM_CLOSED, readAnswers, typedInto } from "#app/forms/visitor-form.ts";
import { NO_STORE, sentWith, takePost } from "#app/forms/visitor-post.ts";
import { readForm } from "#app/http/form.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env/env.server.ts";
import { languageOf } from "#app/platform/language.ts";
import { TypedText } from "#app/ui/frame/typed-text.tsx";
import { ReportLink, VisitorShell } from "#app/ui/frame/visitor-shell.tsx";
import { WriteTo } from "#app/ui/link/mail-address.tsx";
import type { Route } from "./+types/form";

export const handle: PageHandle = { kept: "form", Page: FormPage };

/** Handles POSTs that accept JSON. The rest of this file is for browsers. */
export const middleware: Route.MiddlewareFunction[] = [answerJson];

export function headers({ actionHeaders, loaderHeaders }: Route.HeadersArgs) {
	const own = [actionHeaders, loaderHeaders].find((headers) => headers.has("Cache-Control"));
	return own ?? PUBLIC_CACHE;
}

type Place = Pick<Route.LoaderArgs, "params" | "url">;

/** Returns the form. The page in place of one that is gone shows what was `typed` into it. */
async function findForm({ params, url }: Place, typed?: Map<string, string>): Promise<FoundForm> {
	const { accountSlug, appName, formSlug } = params;
	const resolved = await resolveForm(accountSlug, appName, formSlug);
	if (!typed) return foundPage(resolved, { url, noun: "Form" });
	if (resolved.outcome === "found") return resolved.page;
	const app = await resolveApp(accountSlug, appName);
	const more = {
		typed: typedInto(readFormerFields(accountSlug, appName, formSlug), typed),
		contactEmail: app.outcome === "found" ? app.page.contactEmail : null,
	};
	return foundPage(resolved, { url, noun: "Form", isPost: true, more });
}

export async function loader({ params, url }: Place) {
	requireCanonicalPath(url);
	const form = await findForm({ params, url });
	const path = paths.visitor.form(params.accountSlug, form.app.slug, params.formSlug);
	const sent = sentWith(form, url);
	return data(
		{
			title: form.title,
			description: form.description,
			language: sent.isSent ? null : languageOfForm(form),
			fields: form.fields,
			revision: form.revision,
			isAccepting: form.isAccepting,
			closedText: form.closedText,
			...sent,
			isLocal: env.mode === "local",
			appName: form.app.name,
			contactEmail: form.app.contactEmail,
			hubPath: paths.visitor.app(params.accountSlug, form.app.slug),
			path,
			url: publicUrl(path),
		},
		{ headers: sent.isSent ? NO_STORE.headers : PUBLIC_CACHE },
	);
}

function languageOfForm({ title, description, fields }: FoundForm): string | null {
	return languageOf([title, description, ...fields.map(({ label }) => label)].join(" "));
}

export async function action(args: Route.ActionArgs) {
	const formData = await readForm(args.request);
	const sent = readAnswers(formData);
	const form = await findForm(args, sent.values);
	return takePost(form, { ...sent, intent: formData.get("intent") }, args);
}

type Loaded = Route.ComponentProps["loaderData"];

type PageProps = Pick<Route.ComponentProps, "loaderData"> & Partial<Route.ComponentProps>;

function FormPage({ loaderData, actionData }: PageProps) {
	const isSent = actionData ? "notSent" in actionData || "sentTo" in actionData : loaderData.isSent;
	return (
		<>
			<meta
				name="description"
				content={loaderData.description || `Write to the developer of ${loaderData.appName}.`}
			/>
			<link rel="canonical" href={loaderData.url} />
			{isSent ? (
				<FormSent {...loaderData} {...actionData} />
			) : (
				<Form form={loaderData} {...(actionData as Answered)} />
			)}
		</>
	);
}

/** What the form is shown with after a post. */
type Answered = { next?: ShownStep; values?: [id: string, value: string][] };

type FormProps = { form: Loaded } & Answered;

function Form({ form, next, values: typed }: FormProps) {
	const { title, appName, contactEmail, hubPath, path, isAccepting, closedText, revision } = form;
	const values = new Map(typed);
	const pageTitle = `${title} · ${appName}`;
	const isClosed = !isAccepting || next?.step === "closed";
	return (
		<VisitorShell
			footer={
				isClosed ? (
					<a href={paths.home}>Published with Smallprint</a>
				) : (
					<>
						Your message goes to the developer of <a href={hubPath}>{appName}</a>, through{" "}
						<a href={paths.home}>Smallprint</a>
						<ReportLink path={path} />
					</>
				)
			}
		>
			<p className="over">
				<a href={hubPath} dir="auto">
					{appName}
				</a>
			</p>
			<h1 dir="auto">{title}</h1>
			{isClosed ? (
				<>
					<title>{pageTitle}</title>
					<p className="notice" lang="en">
						{FORM_CLOSED}
						<WriteTo email={contactEmail} />
					</p>
					<OwnText text={closedText} />
					<TypedText typed={typedInto(form.fields, values)} />
				</>
			) : next?.step === "question" ? (
				<Sum {...next} pageTitle={pageTitle} values={values} revision={revision} />
			) : (
				<PublicForm
					{...form}
					pageTitle={pageTitle}
					values={values}
					errors={next?.step === "errors" ? new Map(next.errors) : new Map()}
					problem={problemOf(next)}
				/>
			)}
		</VisitorShell>
	);
}

export default FormPage;

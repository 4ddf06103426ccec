import { data, redirect } from "react-router";
import { publicUrl, resolveForm } from "#app/addresses/address.server.ts";
import { foundPage, PUBLIC_CACHE, requireCanonicalPath } from "#app/addresses/resolution.ts";
import { PublicForm } from "#app/forms/components/answer-form.tsx";
import { Sum } from "#app/forms/components/sum.tsx";
import { answerJson } from "#app/forms/form-json.ts";
import { takeStep } from "#app/forms/visitor-form.server.ts";
import { FORM_CHANGED, FORM_CLOSED, FORM_SENT, readAnswers } from "#app/forms/visitor-form.ts";
import { clientAddress } from "#app/http/client-address.server.ts";
import { readForm, retryHeaders } from "#app/http/form.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import { languageOf } from "#app/platform/language.ts";
import { VisitorMessage, VisitorShell } from "#app/ui/frame/visitor-shell.tsx";
import { MailAddress } from "#app/ui/link/mail-address.tsx";
import type { Route } from "./+types/form";

export const handle: PageHandle = { kept: "form", Page: FormPage };

/** Handles POSTs that accept JSON. The rest of this file is for browsers. */
export const middleware: Route.MiddlewareFunction[] = [answerJson];

export function headers({ actionHeaders }: Route.HeadersArgs) {
	return actionHeaders.has("Cache-Control") ? actionHeaders : PUBLIC_CACHE;
}

type Place = Pick<Route.LoaderArgs, "params" | "url">;

async function findForm({ params, url }: Place, { isPost }: { isPost: boolean }) {
	const resolved = await resolveForm(params.accountSlug, params.appName, params.formSlug);
	return foundPage(resolved, { url, noun: "Form", isPost });
}

export async function loader({ params, url }: Place) {
	requireCanonicalPath(url);
	const form = await findForm({ params, url }, { isPost: false });
	return data(
		{
			title: form.title,
			description: form.description,
			language: languageOf(
				[form.title, form.description, ...form.fields.map(({ label }) => label)].join(" "),
			),
			fields: form.fields,
			revision: form.revision,
			isAccepting: form.isAccepting,
			isSent: url.searchParams.has("sent"),
			appName: form.app.name,
			contactEmail: form.app.contactEmail,
			hubPath: paths.visitor.app(params.accountSlug, form.app.slug),
			url: publicUrl(paths.visitor.form(params.accountSlug, form.app.slug, params.formSlug)),
		},
		{ headers: PUBLIC_CACHE },
	);
}

export async function action(args: Route.ActionArgs) {
	const { request, url } = args;
	const form = await findForm(args, { isPost: true });
	const sent = readAnswers(await readForm(request));
	const next = await takeStep(form, { ...sent, clientAddress: clientAddress(request) });
	if (next.step === "sent") throw redirect(`${url.pathname}?sent`, 303);
	const answer = { next: summarize(next), values: [...sent.values] };
	const headers = {
		"Cache-Control": "no-store",
		...(next.step === "refused" && retryHeaders(next.refusal)),
	};
	return data(answer, { status: statusOf(next), headers });
}

type NextStep = Awaited<ReturnType<typeof takeStep>>;

function summarize(next: Exclude<NextStep, { step: "sent" }>) {
	switch (next.step) {
		case "errors":
			return { step: next.step, errors: [...next.errors] };
		case "refused":
			return { step: next.step, text: next.refusal.message };
		default:
			return next;
	}
}

function statusOf(next: NextStep): number {
	if (next.step === "question") return next.fault ? 400 : 200;
	if (next.step === "refused") return next.refusal.status;
	return next.step === "errors" ? 400 : 409;
}

type PageProps = Pick<Route.ComponentProps, "loaderData"> & Partial<Route.ComponentProps>;

function FormPage({ loaderData, actionData }: PageProps) {
	return (
		<>
			<meta
				name="description"
				content={loaderData.description || `Write to the developer of ${loaderData.appName}.`}
			/>
			<link rel="canonical" href={loaderData.url} />
			{loaderData.isSent && !actionData ? (
				<Sent {...loaderData} />
			) : (
				<Form form={loaderData} {...actionData} />
			)}
		</>
	);
}

function Sent({ hubPath, appName }: { hubPath: string; appName: string }) {
	return (
		<VisitorMessage title="Check Your Email" text={FORM_SENT}>
			<p>The link works for 24 hours. If nothing arrives, look in the spam folder.</p>
			<p>
				<a href={hubPath}>Back to {appName}</a>
			</p>
		</VisitorMessage>
	);
}

type FormProps = { form: Route.ComponentProps["loaderData"] } & Partial<
	NonNullable<Route.ComponentProps["actionData"]>
>;

function Form({ form, next, values: typed }: FormProps) {
	const { title, appName, contactEmail, hubPath, isAccepting, revision } = form;
	const values = new Map(typed);
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
					</>
				)
			}
		>
			{/* The other steps have titles of their own. */}
			{(!next || next.step === "closed") && <title>{`${title} · ${appName}`}</title>}
			<p className="over">
				<a href={hubPath} dir="auto">
					{appName}
				</a>
			</p>
			<h1 dir="auto">{title}</h1>
			{isClosed ? (
				<p className="notice">
					{FORM_CLOSED}
					{contactEmail && (
						<>
							{" "}
							You can write to <MailAddress email={contactEmail} />.
						</>
					)}
				</p>
			) : next?.step === "question" ? (
				<Sum {...next} values={values} revision={revision} />
			) : (
				<PublicForm
					{...form}
					values={values}
					errors={next?.step === "errors" ? new Map(next.errors) : new Map()}
					problem={problemOf(next)}
				/>
			)}
		</VisitorShell>
	);
}

function problemOf(next: ReturnType<typeof summarize> | undefined): string | null {
	if (next?.step === "refused") return next.text;
	if (next?.step !== "changed") return null;
	return FORM_CHANGED;
}

export default FormPage;

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
import { VisitorMessage, VisitorShell } from "#app/ui/frame/visitor-shell.tsx";
import { MailAddress } from "#app/ui/link/mail-address.tsx";
import type { Route } from "./+types/form";

export function meta({ loaderData }: Route.MetaArgs) {
	if (!loaderData) return [];
	return [
		{
			name: "description",
			content: loaderData.description || `Write to the developer of ${loaderData.appName}.`,
		},
		{ tagName: "link", rel: "canonical", href: loaderData.url },
	];
}

export const handle: PageHandle = { kept: "form" };

/** Handles POSTs that accept JSON. The rest of this file is for browsers. */
export const middleware: Route.MiddlewareFunction[] = [answerJson];

export function headers({ actionHeaders }: Route.HeadersArgs) {
	return actionHeaders.has("Cache-Control") ? actionHeaders : PUBLIC_CACHE;
}

async function findForm({ request, params, url }: Route.LoaderArgs | Route.ActionArgs) {
	const resolved = await resolveForm(params.accountSlug, params.appName, params.formSlug);
	return foundPage(resolved, { url, noun: "Form", isPost: request.method === "POST" });
}

export async function loader(args: Route.LoaderArgs) {
	const { params, url } = args;
	requireCanonicalPath(url);
	const form = await findForm(args);
	return data(
		{
			title: form.title,
			description: form.description,
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
	const form = await findForm(args);
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

export default function FormPage({ loaderData, actionData }: Route.ComponentProps) {
	const { title, appName, contactEmail, hubPath, isSent, isAccepting } = loaderData;
	const next = actionData?.next;
	if (isSent && !next) {
		return (
			<VisitorMessage title="Check Your Email" text={FORM_SENT}>
				<p>The link works for 24 hours. If nothing arrives, look in the spam folder.</p>
				<p>
					<a href={hubPath}>Back to {appName}</a>
				</p>
			</VisitorMessage>
		);
	}
	const values = new Map(actionData?.values);
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
			{/* Not in meta(), because the other steps have titles of their own. */}
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
				<Sum {...next} values={values} revision={loaderData.revision} />
			) : (
				<PublicForm
					{...loaderData}
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

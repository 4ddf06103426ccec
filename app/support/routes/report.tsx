import { data, redirect } from "react-router";
import { optionalUserContext } from "#app/accounts/middleware.ts";
import { AnswerForm } from "#app/forms/components/answer-form.tsx";
import { CONTROL, readAnswers, typedInto } from "#app/forms/visitor-form.ts";
import { clientAddress } from "#app/http/client-address.server.ts";
import { errorPage } from "#app/http/error-content.ts";
import { readForm, retryHeaders } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { readReceipt, sentReceipt } from "#app/platform/crypto/sent-receipt.server.ts";
import { findReported, reportPage } from "#app/support/report.server.ts";
import { REPORT_FIELDS, REPORT_TITLE } from "#app/support/report.ts";
import { Button } from "#app/ui/button/button.tsx";
import { HiddenFields } from "#app/ui/field/hidden-fields.tsx";
import { PageTitle } from "#app/ui/frame/page-title.tsx";
import type { Route } from "./+types/report";

const RECEIPT = "report";

export const meta: Route.MetaFunction = () => [{ name: "robots", content: "noindex" }];

export function headers({ actionHeaders }: Route.HeadersArgs) {
	return actionHeaders;
}

export async function loader({ url }: Route.LoaderArgs) {
	const receipt = readReceipt(RECEIPT, url);
	return {
		receipt,
		path: receipt ? null : await requireReported(url, new Map()),
		requestId: crypto.randomUUID(),
	};
}

/**
 * Returns the path of the page that the address names. Throws a 404 page if there is none, with what
 * was `typed`.
 */
async function requireReported(url: URL, typed: Map<string, string>): Promise<string> {
	const path = await findReported(url.searchParams.get("page") ?? "");
	if (path) return path;
	throw errorPage(404, {
		title: "Page not found",
		text: "There is no such page here. It may have been taken down. To tell us about something else, please write to support.",
		link: { to: paths.support, label: "Write to support" },
		typed: typedInto(REPORT_FIELDS, typed),
	});
}

export async function action({ request, url, context }: Route.ActionArgs) {
	const sent = { ...readAnswers(await readForm(request)), clientAddress: clientAddress(request) };
	const path = await requireReported(url, sent.values);
	const next = await reportPage(context.get(optionalUserContext), path, sent);
	if (next.step === "sent")
		throw redirect(paths.report.sent + sentReceipt(RECEIPT, { number: next.number }), 303);
	const values = [...sent.values];
	if (next.step === "refused") {
		const { message, status } = next.refusal;
		const headers = retryHeaders(next.refusal);
		return data({ values, errors: [], problem: message }, { status, headers });
	}
	const errors = next.step === "errors" ? [...next.errors] : [];
	return data({ values, errors, problem: null }, 400);
}

export default function Report({ loaderData, actionData }: Route.ComponentProps) {
	const { receipt, path, requestId } = loaderData;
	if (path === null) {
		return (
			<div className="stack-l measure">
				<PageTitle title="Thank you" />
				<h1>Thank you</h1>
				<p className="lead">We look at every report, and answer by mail.</p>
				{receipt?.number && (
					<p>
						Your report has the number <strong>{receipt.number}</strong>.
					</p>
				)}
			</div>
		);
	}
	return (
		<div className="stack-l measure">
			<PageTitle title={REPORT_TITLE} hasError={actionData !== undefined} />
			<div className="stack-s">
				<h1>{REPORT_TITLE}</h1>
				<p className="lead">
					Smallprint hosts <a href={path}>{path}</a> for its developer, who wrote it. Tell us here
					if the page itself should not be online.
				</p>
				<p className="muted">
					For help with the app, please write to its developer: we can’t answer for it.
				</p>
			</div>
			<AnswerForm
				stylesheet="app"
				fields={REPORT_FIELDS}
				revision={1}
				values={new Map(actionData?.values)}
				errors={new Map(actionData?.errors)}
				problem={actionData?.problem ?? null}
			>
				<HiddenFields values={{ [CONTROL.request]: requestId }} />
				<div className="cluster">
					<Button variant="primary">Send report</Button>
				</div>
			</AnswerForm>
		</div>
	);
}

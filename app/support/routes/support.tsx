import { data, redirect } from "react-router";
import { optionalUserContext } from "#app/accounts/middleware.ts";
import { FORM_CHANGED, readAnswers, typedInto } from "#app/forms/visitor-form.ts";
import { clientAddress } from "#app/http/client-address.server.ts";
import { readForm, retryHeaders } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { readReceipt, sentReceipt } from "#app/platform/crypto/sent-receipt.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { logError } from "#app/platform/log.server.ts";
import { SupportForm } from "#app/support/components/support-form.tsx";
import { readActiveSupportForm } from "#app/support/support-form.server.ts";
import {
	DEFAULT_SUPPORT_TITLE,
	RESPONSE_PROMISE,
	SUPPORT_UNAVAILABLE,
} from "#app/support/support-form-rules.ts";
import { type SupportStep, sendToSupport } from "#app/support/support-submission.server.ts";
import { MailboxLink } from "#app/ui/frame/mailbox-link.tsx";
import { BackLink } from "#app/ui/frame/page.tsx";
import { PageTitle } from "#app/ui/frame/page-title.tsx";
import { type Typed, TypedText } from "#app/ui/frame/typed-text.tsx";
import type { Route } from "./+types/support";

const RECEIPT = "support";

export const meta: Route.MetaFunction = () => [
	{ name: "description", content: `Write to the people behind Smallprint. ${RESPONSE_PROMISE}` },
];

export function headers({ actionHeaders }: Route.HeadersArgs) {
	return actionHeaders;
}

export async function loader({ context, url }: Route.LoaderArgs) {
	return {
		form: await readActiveSupportForm(context.get(optionalUserContext)),
		receipt: readReceipt(RECEIPT, url),
		isLocal: env.mode === "local",
		supportEmail: env.supportEmail,
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const sent = { ...readAnswers(await readForm(request)), clientAddress: clientAddress(request) };
	const next = await send(context.get(optionalUserContext), sent);
	if (next.step === "sent")
		throw redirect(paths.support + sentReceipt(RECEIPT, { number: next.number }), 303);
	const { status, ...shown } = summarize(next);
	const headers = next.step === "refused" ? retryHeaders(next.refusal) : undefined;
	return data({ ...shown, values: [...sent.values] }, { status, headers });
}

async function send(...message: Parameters<typeof sendToSupport>) {
	try {
		return await sendToSupport(...message);
	} catch (error) {
		logError(error);
		return { step: "failed" as const };
	}
}

type Next = Exclude<SupportStep, { step: "sent" }> | { step: "failed" };

/** Returns the status, the errors by field id, and the problem of the form as a whole. */
function summarize(next: Next) {
	switch (next.step) {
		case "errors":
			return { status: 400, errors: [...next.errors], problem: null };
		case "refused":
			return { status: next.refusal.status, errors: [], problem: next.refusal.message };
		case "changed":
			return { status: 409, errors: [], problem: FORM_CHANGED };
		case "closed":
			return { status: 409, errors: [], problem: SUPPORT_UNAVAILABLE, fields: next.fields };
		case "failed":
			return {
				status: 500,
				errors: [],
				problem: "Failed to send message. Please try again later.",
			};
	}
}

export default function Support({ loaderData, actionData }: Route.ComponentProps) {
	const { form, receipt, isLocal, supportEmail } = loaderData;
	if (receipt && !actionData) {
		return (
			<div className="stack-l measure">
				<PageTitle title="Message Sent!" />
				<h1>Message Sent!</h1>
				<p className="lead">Thank you for writing to us. {RESPONSE_PROMISE}</p>
				{receipt.number && (
					<p>
						Your message has the number <strong>{receipt.number}</strong>. Name it when you ask
						about it.
					</p>
				)}
				<MailboxLink isLocal={isLocal} />
				<BackHome />
			</div>
		);
	}
	return (
		<div className="stack-l measure">
			<PageTitle title={form?.title ?? DEFAULT_SUPPORT_TITLE} hasError={actionData !== undefined} />
			<BackHome />
			<div className="stack-s">
				<h1 dir="auto">{form?.title ?? DEFAULT_SUPPORT_TITLE}</h1>
				{form?.description && (
					<p className="lead typed" dir="auto">
						{form.description}
					</p>
				)}
				{form && <p className="muted">{RESPONSE_PROMISE}</p>}
			</div>
			{form ? (
				<SupportForm
					form={form}
					{...(actionData && {
						values: new Map(actionData.values),
						errors: new Map(actionData.errors),
						problem: actionData.problem,
					})}
				/>
			) : (
				<Unavailable
					supportEmail={supportEmail}
					typed={typedInto(actionData?.fields ?? [], actionData?.values ?? [])}
				/>
			)}
		</div>
	);
}

function BackHome() {
	return <BackLink to={paths.home} label="Back to home" />;
}

/** The form may have been switched off while somebody filled it in. */
function Unavailable({ supportEmail, typed }: { supportEmail: string; typed: Typed[] }) {
	return (
		<>
			<div className="banner">
				<div className="stack-s">
					<p>{SUPPORT_UNAVAILABLE}</p>
					<p>
						Or write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
					</p>
				</div>
			</div>
			<TypedText typed={typed} />
		</>
	);
}

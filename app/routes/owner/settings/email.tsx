import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, redirect } from "react-router";
import { BackLink } from "~/components/back-link";
import { Button } from "~/components/button";
import { ErrorSummary } from "~/components/error-summary";
import { TextField } from "~/components/field";
import { MailboxLink } from "~/components/mailbox-link";
import { PageTitle } from "~/components/page-title";
import { clientAddress } from "~/lib/client-address.server";
import { env } from "~/lib/env.server";
import { invalid, readForm, refused } from "~/lib/form.server";
import { userContext } from "~/middleware/user";
import { requestEmailChange } from "~/models/email-change.server";
import { changeEmailSchema } from "~/schemas/credentials";
import type { Route } from "./+types/email";

export function loader({ context, url }: Route.LoaderArgs) {
	return {
		email: context.get(userContext).email,
		isSent: url.searchParams.has("sent"),
		isLocal: env.mode === "local",
	};
}

export async function action({ request, context }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: changeEmailSchema });
	if (submission.status !== "success") return invalid(submission);
	try {
		await requestEmailChange(context.get(userContext), submission.value, clientAddress(request));
	} catch (error) {
		return refused(submission, error);
	}
	throw redirect("/settings/email?sent", 303);
}

export default function ChangeEmail({ loaderData, actionData }: Route.ComponentProps) {
	const { email, isSent, isLocal } = loaderData;
	const [form, fields] = useForm<{ email: string; current_password: string }>({
		id: "change-email",
		lastResult: actionData?.result,
	});
	if (isSent && !actionData) {
		return (
			<div className="stack-l measure">
				<PageTitle title="Check your new mailbox" />
				<BackLink to="/settings">Settings</BackLink>
				<h1>Check your new mailbox</h1>
				<p>
					We sent a mail to the new address. The link in it works once, for 24 hours; until you use
					it, you sign in as <strong>{email}</strong>. That address was told of the change, too.
				</p>
				<MailboxLink isLocal={isLocal} />
			</div>
		);
	}
	return (
		<div className="stack-l measure">
			<PageTitle title="Change e-mail address" hasError={actionData !== undefined} />
			<BackLink to="/settings">Settings</BackLink>
			<div className="stack-s">
				<h1>Change e-mail address</h1>
				<p className="muted">
					You sign in as <strong>{email}</strong>. We send a link to the new address, and the change
					is made once you use it.
				</p>
			</div>
			<Form method="post" action="/settings/email" id={form.id} className="form" noValidate>
				<ErrorSummary form={form} fields={fields} />
				<TextField
					field={fields.email}
					label="New e-mail address"
					type="email"
					autoComplete="email"
				/>
				<TextField
					field={fields.current_password}
					label="Current password"
					type="password"
					autoComplete="current-password"
				/>
				<div className="cluster">
					<Button variant="primary">Send the link</Button>
				</div>
			</Form>
		</div>
	);
}

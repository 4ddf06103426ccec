import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { Button } from "~/components/button";
import { ErrorSummary } from "~/components/error-summary";
import { TextField } from "~/components/field";
import { MailboxLink } from "~/components/mailbox-link";
import { NarrowShell } from "~/components/page-shell";
import { PageTitle } from "~/components/page-title";
import { env } from "~/lib/env.server";
import { invalid, readForm } from "~/lib/form.server";
import { requestPasswordReset } from "~/models/user.server";
import { emailSchema } from "~/schemas/credentials";
import type { Route } from "./+types/forgot";

export function loader({ url }: Route.LoaderArgs) {
	return { isSent: url.searchParams.has("sent"), isLocal: env.mode === "local" };
}

export async function action({ request }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: emailSchema });
	if (submission.status !== "success") return invalid(submission);
	await requestPasswordReset(submission.value.email);
	throw redirect("/auth/forgot?sent", 303);
}

export default function Forgot({ loaderData, actionData }: Route.ComponentProps) {
	const [form, fields] = useForm<{ email: string }>({
		id: "forgot",
		lastResult: actionData?.result,
	});
	if (loaderData.isSent && !actionData) {
		return (
			<NarrowShell
				title="Check your email"
				intro="If the address has an account, a link to choose a new password is on its way. It works once, for one hour."
			>
				<PageTitle title="Check your email" />
				<MailboxLink isLocal={loaderData.isLocal} />
			</NarrowShell>
		);
	}
	return (
		<NarrowShell title="Forgot your password?" intro="We send you a link to choose a new one.">
			<PageTitle title="Forgot your password?" hasError={actionData !== undefined} />
			<ErrorSummary form={form} fields={fields} />
			<form method="post" action="/auth/forgot" id={form.id} className="form" noValidate>
				<TextField field={fields.email} label="Email" type="email" autoComplete="username" />
				<Button variant="primary">Send the link</Button>
			</form>
			<p>
				<a href="/auth">Back to sign in</a>
			</p>
		</NarrowShell>
	);
}

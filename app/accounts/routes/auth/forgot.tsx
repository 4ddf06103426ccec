import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { requestPasswordReset } from "#app/accounts/asked-link.server.ts";
import { emailSchema } from "#app/accounts/credentials.ts";
import { clientAddress } from "#app/http/client-address.server.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env/env.server.ts";
import { Button } from "#app/ui/button/button.tsx";
import { ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { TextField } from "#app/ui/field/field.tsx";
import { MailboxLink } from "#app/ui/frame/mailbox-link.tsx";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
import type { Route } from "./+types/forgot";

export function loader({ url }: Route.LoaderArgs) {
	return { isSent: url.searchParams.has("sent"), isLocal: env.mode === "local" };
}

export async function action({ request }: Route.ActionArgs) {
	const submission = parseWithZod(await readForm(request), { schema: emailSchema });
	if (submission.status !== "success") return invalid(submission);
	try {
		const asker = { clientAddress: clientAddress(request) };
		await requestPasswordReset(submission.value.email, asker);
	} catch (error) {
		return refused(submission, error);
	}
	throw redirect(`${paths.auth.forgot}?sent`, 303);
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
				<MailboxLink isLocal={loaderData.isLocal} />
			</NarrowShell>
		);
	}
	return (
		<NarrowShell
			title="Forgot your password?"
			intro="We send you a link to choose a new one."
			hasError={actionData !== undefined}
		>
			<ErrorSummary form={form} />
			<form method="post" action={paths.auth.forgot} id={form.id} className="form" noValidate>
				<TextField
					field={fields.email}
					label="Email"
					type="email"
					autoComplete="username"
					autoFocus={form.valid}
				/>
				<Button variant="primary">Send the link</Button>
			</form>
			<p>
				<a href={paths.auth.signIn}>Back to sign in</a>
			</p>
		</NarrowShell>
	);
}

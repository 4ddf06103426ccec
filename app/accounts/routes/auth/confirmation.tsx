import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { requestConfirmation } from "#app/accounts/asked-link.server.ts";
import { emailSchema } from "#app/accounts/credentials.ts";
import { clientAddress } from "#app/http/client-address.server.ts";
import { invalid, readForm, refused } from "#app/http/form.server.ts";
import { safeRedirect, withRedirect } from "#app/http/redirect-to.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env/env.server.ts";
import { Button } from "#app/ui/button/button.tsx";
import { ErrorSummary } from "#app/ui/field/error-summary.tsx";
import { TextField } from "#app/ui/field/field.tsx";
import { MailboxLink } from "#app/ui/frame/mailbox-link.tsx";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
import type { Route } from "./+types/confirmation";

export function loader({ url }: Route.LoaderArgs) {
	const redirectTo = safeRedirect(url.searchParams.get("redirectTo"));
	return { isLocal: env.mode === "local", redirectTo };
}

/** Mails a new confirmation link. The response doesn't reveal whether there is an account. */
export async function action({ request, url }: Route.ActionArgs) {
	const returnTo = safeRedirect(url.searchParams.get("redirectTo"));
	const submission = parseWithZod(await readForm(request), { schema: emailSchema });
	if (submission.status !== "success") return invalid(submission);
	try {
		const asker = { clientAddress: clientAddress(request), returnTo };
		await requestConfirmation(submission.value.email, asker);
	} catch (error) {
		return refused(submission, error);
	}
	throw redirect(withRedirect(paths.auth.confirmation, returnTo), 303);
}

export default function Confirmation({ loaderData, actionData }: Route.ComponentProps) {
	const { isLocal, redirectTo } = loaderData;
	const [form, fields] = useForm<{ email: string }>({
		id: "confirmation",
		lastResult: actionData?.result,
	});
	if (actionData) {
		const address = withRedirect(paths.auth.confirmation, redirectTo);
		return (
			<NarrowShell title="Send a new confirmation link" hasError>
				<ErrorSummary form={form} />
				<form method="post" action={address} id={form.id} className="form" noValidate>
					<TextField field={fields.email} label="Email" type="email" autoComplete="username" />
					<Button variant="primary">Send a new confirmation link</Button>
				</form>
			</NarrowShell>
		);
	}
	return (
		<NarrowShell title="Check your email" intro="Check your email for the confirmation link!">
			<p>
				The link works once, for 24 hours. If nothing arrives within a few minutes, look in the spam
				folder, or <a href={withRedirect(paths.auth.signIn, redirectTo)}>sign in</a> to have a new
				link sent.
			</p>
			<MailboxLink isLocal={isLocal} />
		</NarrowShell>
	);
}

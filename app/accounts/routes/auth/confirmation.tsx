import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { emailSchema } from "#app/accounts/credentials.ts";
import { requestConfirmation } from "#app/accounts/user.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { safeRedirect, withRedirect } from "#app/http/redirect-to.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env.server.ts";
import { MailboxLink } from "#app/ui/frame/mailbox-link.tsx";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
import type { Route } from "./+types/confirmation";

export function loader({ url }: Route.LoaderArgs) {
	return { isLocal: env.mode === "local", redirectTo: url.searchParams.get("redirectTo") };
}

/** Mails a new confirmation link. The response doesn't reveal whether there is an account. */
export async function action({ request, url }: Route.ActionArgs) {
	const redirectTo = safeRedirect(url.searchParams.get("redirectTo"));
	const submission = parseWithZod(await readForm(request), { schema: emailSchema });
	if (submission.status === "success") {
		await requestConfirmation(submission.value.email, redirectTo);
	}
	return redirect(withRedirect(paths.auth.confirmation, redirectTo), 303);
}

export default function Confirmation({ loaderData }: Route.ComponentProps) {
	const { isLocal, redirectTo } = loaderData;
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

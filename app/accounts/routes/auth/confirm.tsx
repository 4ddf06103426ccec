import { data, redirect } from "react-router";
import { browserContext, markBrowser } from "#app/accounts/browser-mark.ts";
import { optionalUserContext } from "#app/accounts/middleware.ts";
import { confirmEmail, readConfirmation } from "#app/accounts/user.server.ts";
import { writeSessionToken } from "#app/http/cookies.server.ts";
import { readForm } from "#app/http/form.server.ts";
import { safeRedirect, withRedirect } from "#app/http/redirect-to.ts";
import { userAgentOf } from "#app/http/user-agent.server.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
import type { Route } from "./+types/confirm";

export const middleware: Route.MiddlewareFunction[] = [markBrowser];

/** Shows the link's state. Mail scanners open links, so only the button's POST uses it. */
export async function loader({ context, url }: Route.LoaderArgs) {
	const token = url.searchParams.get("token") ?? "";
	const link = await readConfirmation(token);
	const returnTo = wayOn(link);
	// A double click's first POST used the link and signed in.
	if (link.state === "used" && context.get(optionalUserContext)?.userId === link.userId) {
		throw redirect(returnTo);
	}
	return data({ state: link.state, token, returnTo }, link.state === "valid" ? 200 : 400);
}

export async function action({ request, context }: Route.ActionArgs) {
	const token = String((await readForm(request)).get("token") ?? "");
	const returnTo = wayOn(await readConfirmation(token));
	const sessionToken = await confirmEmail(token, {
		browser: context.get(browserContext),
		userAgent: userAgentOf(request),
	});
	if (!sessionToken) {
		throw redirect(`${paths.auth.confirm}?${new URLSearchParams({ token })}`, 303);
	}
	throw redirect(returnTo, {
		status: 303,
		headers: { "Set-Cookie": await writeSessionToken(sessionToken) },
	});
}

/** Where the sign-up was to lead. */
function wayOn(link: Awaited<ReturnType<typeof readConfirmation>>): string {
	return safeRedirect(link.state === "unknown" ? null : link.returnTo);
}

/** The page's texts when there is nothing to confirm. */
const MESSAGES = {
	used: ["Already confirmed", "This link was used before: your address is confirmed."],
	expired: ["This link has expired", "Links work for 24 hours. Sign in to have a new one sent."],
	unknown: [
		"This link doesn't work",
		"It may have been cut short. Open it from the mail again, or sign in to have a new one sent.",
	],
} as const;

export default function Confirm({ loaderData }: Route.ComponentProps) {
	const { state, token, returnTo } = loaderData;
	if (state === "valid") {
		return (
			<NarrowShell title="Confirm your address" intro="One click, and your account is ready.">
				<form method="post" action={paths.auth.confirm}>
					<input type="hidden" name="token" value={token} />
					<Button variant="primary">Confirm my address</Button>
				</form>
			</NarrowShell>
		);
	}
	const [title, text] = MESSAGES[state];
	return (
		<NarrowShell title={title} intro={text}>
			<p>
				<ButtonLink to={withRedirect(paths.auth.signIn, returnTo)} variant="primary" reloadDocument>
					Go to Login
				</ButtonLink>
			</p>
		</NarrowShell>
	);
}

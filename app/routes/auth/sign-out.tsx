import { data, redirect } from "react-router";
import { Button } from "~/components/button";
import { NarrowShell } from "~/components/page-shell";
import { PageTitle } from "~/components/page-title";
import { clearSessionToken } from "~/lib/cookies.server";
import { retryHeaders } from "~/lib/form.server";
import { logError } from "~/lib/log-error.server";
import { Refusal } from "~/lib/refusal";
import { optionalUserContext } from "~/middleware/user";
import { signOut } from "~/models/session.server";
import type { Route } from "./+types/sign-out";

export async function action({ context }: Route.ActionArgs) {
	const access = context.get(optionalUserContext);
	try {
		if (access) await signOut(access);
	} catch (error) {
		const failure = "Failed to sign out. Please try again.";
		if (error instanceof Refusal) {
			return data({ failure }, { status: error.status, headers: retryHeaders(error) });
		}
		logError(error);
		return data({ failure }, { status: 500 });
	}
	throw redirect("/", { status: 303, headers: { "Set-Cookie": await clearSessionToken() } });
}

export default function SignOut({ actionData }: Route.ComponentProps) {
	return (
		<NarrowShell title="Sign out" intro="Do you want to sign out of this browser?">
			<PageTitle title="Sign out" hasError={actionData !== undefined} />
			{actionData && (
				<p className="banner" data-tone="danger" role="alert">
					{actionData.failure}
				</p>
			)}
			<form method="post" action="/auth/sign-out">
				<Button variant="primary">Sign Out</Button>
			</form>
		</NarrowShell>
	);
}

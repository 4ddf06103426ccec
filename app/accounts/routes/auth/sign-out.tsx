import { data, redirect } from "react-router";
import { optionalUserContext } from "#app/accounts/middleware.ts";
import { signOut } from "#app/accounts/session.server.ts";
import { clearSession } from "#app/http/cookies.server.ts";
import { retryHeaders } from "#app/http/form.server.ts";
import { paths } from "#app/paths.ts";
import { logError } from "#app/platform/log.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { Button } from "#app/ui/button/button.tsx";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
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
	const response = redirect(paths.home, 303);
	await clearSession(response.headers);
	throw response;
}

export default function SignOut({ actionData }: Route.ComponentProps) {
	return (
		<NarrowShell
			title="Sign out"
			intro="Do you want to sign out of this browser?"
			hasError={actionData !== undefined}
		>
			{actionData && (
				<p className="banner" data-tone="danger" role="alert">
					{actionData.failure}
				</p>
			)}
			<form method="post" action={paths.auth.signOut}>
				<Button variant="primary">Sign Out</Button>
			</form>
		</NarrowShell>
	);
}

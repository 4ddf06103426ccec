import { redirect } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { DASHBOARD_SIGN_IN } from "#app/accounts/sign-in-text.ts";
import { dismissGuide } from "#app/accounts/user.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/guide";

export const handle: PageHandle = { signIn: DASHBOARD_SIGN_IN };

/** Handles a GET of the action's address, typed by hand or reached by signing in. */
export function loader() {
	return redirect(paths.dashboard);
}

/** Dismisses the Getting Started guide. */
export async function action({ context }: Route.ActionArgs) {
	await dismissGuide(context.get(userContext));
	return redirect(paths.dashboard, 303);
}

/** A route with a component shows errors as a page. */
export default function Guide() {
	return null;
}

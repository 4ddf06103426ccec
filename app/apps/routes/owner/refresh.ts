import { redirect } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { DASHBOARD_SIGN_IN } from "#app/accounts/sign-in-text.ts";
import { refreshSubscription } from "#app/billing/subscription.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/refresh";

export const handle: PageHandle = { signIn: DASHBOARD_SIGN_IN };

/** Handles a GET of the action's address, typed by hand or reached by signing in. */
export function loader() {
	return redirect(paths.dashboard);
}

/** Handles the dashboard's Refresh button: reads the plan from Stripe again. */
export async function action({ context }: Route.ActionArgs) {
	if (await refreshSubscription(context.get(userContext))) {
		return redirectWithFlash(paths.dashboard, "Refreshed successfully");
	}
	return redirectWithFlash(paths.dashboard, {
		tone: "error",
		title: "Refresh completed",
		text: "Stripe can't be reached right now, so your plan is shown as we last knew it. Please try again in a few minutes.",
	});
}

/** A route with a component shows errors as a page. */
export default function Refresh() {
	return null;
}

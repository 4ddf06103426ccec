import { redirect } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { DASHBOARD_SIGN_IN } from "#app/accounts/sign-in-text.ts";
import { refreshSubscription } from "#app/billing/subscription.server.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import type { Route } from "./+types/refresh";

/** The dashboard's Refresh button: pages are made from the database, and the plan is asked for anew. */
export const handle: PageHandle = { signIn: DASHBOARD_SIGN_IN };

export async function action({ context }: Route.ActionArgs) {
	if (await refreshSubscription(context.get(userContext))) {
		return redirectWithFlash("/dashboard", { tone: "success", text: "Refreshed successfully" });
	}
	return redirectWithFlash("/dashboard", {
		tone: "error",
		title: "Refresh completed",
		text: "Stripe can't be reached right now, so your plan is shown as we knew it last. Please try again in a few minutes.",
	});
}

/** For those who come back to the address by hand, or by signing in. */
export function loader() {
	return redirect("/dashboard");
}

/** Makes this a page, so that a refusal is a page too. */
export default function Refresh() {
	return null;
}

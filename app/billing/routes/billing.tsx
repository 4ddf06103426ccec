import { data, Form, redirect } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { openPortal } from "#app/billing/checkout.server.ts";
import { wayTo } from "#app/http/own-address.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { Button } from "#app/ui/button/button.tsx";
import { BackLink } from "#app/ui/frame/back-link.tsx";
import { PageTitle } from "#app/ui/frame/page-title.tsx";
import type { Route } from "./+types/billing";

/** Manage Subscription: Stripe's portal, or the plans for those who have nothing to manage yet. */
export async function action({ context }: Route.ActionArgs) {
	try {
		const url = await openPortal(context.get(userContext));
		return redirect(url ? wayTo(url) : "/upgrade", 303);
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return data({ text: error.message }, { status: error.status });
	}
}

/** For those who come to the address by hand, or by signing in. */
export function loader() {
	return null;
}

export default function ManageSubscription({ actionData }: Route.ComponentProps) {
	return (
		<div className="stack-l measure">
			<PageTitle title="Manage Subscription" hasError={actionData !== undefined} />
			<BackLink to="/settings">Back to Settings</BackLink>
			<h1>Manage Subscription</h1>
			{actionData && (
				<div className="error-summary" role="alert">
					<h2>There is a problem</h2>
					<p>{actionData.text}</p>
				</div>
			)}
			<p>
				You change your card, see your invoices and end your subscription in Stripe's billing
				portal.
			</p>
			<Form method="post" reloadDocument>
				<Button variant="primary">Open the billing portal</Button>
			</Form>
		</div>
	);
}

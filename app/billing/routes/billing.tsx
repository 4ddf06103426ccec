import { data, Form, redirect } from "react-router";
import { userContext } from "#app/accounts/middleware.ts";
import { openPortal } from "#app/billing/checkout.server.ts";
import { wayTo } from "#app/http/own-address.server.ts";
import { paths } from "#app/paths.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { Button } from "#app/ui/button/button.tsx";
import { Page } from "#app/ui/frame/page.tsx";
import type { Route } from "./+types/billing";

/** A GET shows the page, for people who typed the address or were led here by signing in. */
export function loader() {
	return null;
}

/** Redirects to Stripe's portal, or to the plans for an account that is not a customer yet. */
export async function action({ context }: Route.ActionArgs) {
	let url: string | null;
	try {
		url = await openPortal(context.get(userContext));
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		return data({ text: error.message }, { status: error.status });
	}
	throw redirect(url ? wayTo(url) : paths.billing.upgrade, 303);
}

export default function ManageSubscription({ actionData }: Route.ComponentProps) {
	return (
		<Page
			title="Manage Subscription"
			back={{ to: paths.account.settings, label: "Back to Settings" }}
			isNarrow
			hasError={actionData !== undefined}
		>
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
		</Page>
	);
}

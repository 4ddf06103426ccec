import { data, redirect } from "react-router";
import { formatPrice } from "#app/billing/plan.ts";
import { readForm, unknownButton } from "#app/http/form.server.ts";
import { Button } from "#app/ui/button/button.tsx";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
import { findCheckout, payCheckout } from "../../../local/stripe/hosted.ts";
import type { Route } from "./+types/checkout";
import { atTill, required, wayBack } from "./at-till.server.ts";
import { TILL_NOTE } from "./note.ts";

export function loader({ params }: Route.LoaderArgs) {
	const checkout = required(atTill(() => findCheckout(params.checkoutId)));
	return {
		...checkout,
		successUrl: wayBack(checkout.successUrl),
		cancelUrl: wayBack(checkout.cancelUrl),
	};
}

export async function action({ request, params }: Route.ActionArgs) {
	const { id, successUrl } = required(atTill(() => findCheckout(params.checkoutId)));
	const intent = (await readForm(request)).get("intent");
	if (intent !== "pay" && intent !== "decline") throw unknownButton();
	const outcome = atTill(() => payCheckout(id, intent === "pay" ? "works" : "declined"));
	if (outcome === "declined") return data({ isDeclined: true }, { status: 402 });
	throw redirect(outcome === "paid" ? wayBack(successUrl) : `/local/till/checkout/${id}`, 303);
}

export default function Checkout({ loaderData, actionData }: Route.ComponentProps) {
	const { status, planName, price, email, successUrl, cancelUrl } = loaderData;
	const isDeclined = actionData?.isDeclined ?? false;
	if (status !== "open") {
		const isPaid = status === "complete";
		return (
			<NarrowShell
				title={isPaid ? "This is paid" : "This checkout is closed"}
				intro={
					isPaid
						? "The subscription has started. You can go on."
						: "It can't be paid any more. Go back and choose a plan again."
				}
				windowTitle={isPaid ? "Paid" : "Checkout closed"}
			>
				<p>
					<a href={isPaid ? successUrl : cancelUrl}>
						{isPaid ? "Go on to Smallprint" : "Go back to Smallprint"}
					</a>
				</p>
				<p className="muted">{TILL_NOTE}</p>
			</NarrowShell>
		);
	}
	return (
		<NarrowShell
			title={`Subscribe to ${planName}`}
			intro={TILL_NOTE}
			flash={
				isDeclined
					? {
							tone: "error",
							title: "Your card was declined.",
							text: "Nothing was paid. Try another card, or go back.",
						}
					: null
			}
			hasError={isDeclined}
		>
			<dl className="facts">
				<dt>Plan</dt>
				<dd>{planName}</dd>
				<dt>Price</dt>
				<dd>{`${formatPrice(price)} a month`}</dd>
				<dt>Account</dt>
				<dd>{email}</dd>
			</dl>
			<form method="post" className="stack">
				<Button name="intent" value="pay" variant="primary">
					Pay {formatPrice(price)}
				</Button>
				<Button name="intent" value="decline">
					Pay with a card that is declined
				</Button>
			</form>
			<p>
				<a href={cancelUrl}>Go back without paying</a>
			</p>
		</NarrowShell>
	);
}

import { data, redirect } from "react-router";
import { SubscriptionState } from "#app/billing/components/subscription-state.tsx";
import { formatPrice, PAID_PLANS, PLANS } from "#app/billing/plan.ts";
import { readForm, unknownButton } from "#app/http/form.server.ts";
import { Button } from "#app/ui/button/button.tsx";
import { NarrowShell } from "#app/ui/frame/page-shell.tsx";
import { Card } from "#app/ui/list/card.tsx";
import { EmptyState } from "#app/ui/list/empty-state.tsx";
import {
	actAtPortal,
	changeCard,
	findPortal,
	PORTAL_INTENTS,
	type PortalIntent,
} from "../../../local/stripe/hosted.ts";
import type { Route } from "./+types/portal";
import { atTill, required, wayBack } from "./at-till.server.ts";
import { TILL_NOTE } from "./note.ts";

export function loader({ params }: Route.LoaderArgs) {
	const portal = required(atTill(() => findPortal(params.portalId)));
	return { ...portal, returnUrl: wayBack(portal.returnUrl) };
}

export async function action({ request, params }: Route.ActionArgs) {
	const { id } = required(atTill(() => findPortal(params.portalId)));
	const form = await readForm(request);
	const wanted = form.get("intent");
	if (wanted === "card-works" || wanted === "card-declined") {
		atTill(() => changeCard(id, wanted === "card-works" ? "works" : "declined"));
		throw redirect(`/local/till/portal/${id}`, 303);
	}
	const intent = PORTAL_INTENTS.find((one) => one === wanted);
	if (!intent) throw unknownButton();
	const outcome = atTill(() =>
		actAtPortal(id, {
			intent,
			subscriptionId: String(form.get("subscription")),
			periodEnd: Number(form.get("period_end")),
		}),
	);
	if (outcome === "declined") return data({ isDeclined: true }, { status: 402 });
	throw redirect(`/local/till/portal/${id}`, 303);
}

export default function Portal({ loaderData, actionData }: Route.ComponentProps) {
	const { email, isDeleted, cardDeclines, subscriptions, returnUrl } = loaderData;
	const isDeclined = actionData?.isDeclined ?? false;
	return (
		<NarrowShell
			title="Billing portal"
			intro={TILL_NOTE}
			flash={
				isDeclined
					? {
							tone: "error",
							title: "Your card was declined.",
							text: "Nothing was changed. Use a card that works, and try again.",
						}
					: null
			}
			hasError={isDeclined}
		>
			<div className="stack-s">
				<p>{isDeleted ? `${email} is deleted here.` : `The account of ${email}.`}</p>
				<p>
					<a href={returnUrl}>Return to Smallprint</a>
				</p>
			</div>
			{subscriptions.length === 0 && (
				<EmptyState title="No subscription" text="There is nothing to pay and nothing to cancel." />
			)}
			{subscriptions.map((subscription) => (
				<Card
					key={subscription.id}
					title={`${subscription.planName}, ${formatPrice(subscription.price)} a month`}
				>
					<p>
						<SubscriptionState subscription={subscription} />
					</p>
					<form method="post" className="stack">
						<input type="hidden" name="subscription" value={subscription.id} />
						<input type="hidden" name="period_end" value={subscription.periodEnd} />
						<Buttons title="What you can do" offered={subscription.intents} labels={YOURS} />
						<Buttons
							title="What can happen by itself"
							offered={subscription.intents}
							labels={BY_ITSELF}
						/>
					</form>
				</Card>
			))}
			{!isDeleted && (
				<Card title="Card">
					<p>{cardDeclines ? "The card is declined." : "The card works."}</p>
					<form method="post">
						<Button name="intent" value={cardDeclines ? "card-works" : "card-declined"}>
							{cardDeclines ? "Use a card that works" : "Use a card that is declined"}
						</Button>
					</form>
				</Card>
			)}
		</NarrowShell>
	);
}

type Labels = { [intent in PortalIntent]?: string };

const YOURS: Labels = {
	...Object.fromEntries(
		PAID_PLANS.map((plan): [PortalIntent, string] => {
			const { name, pricePerMonth } = PLANS[plan];
			return [`change-to-${plan}`, `Change to ${name}, ${formatPrice(pricePerMonth)}`];
		}),
	),
	keep: "Keep the subscription",
	"cancel-at-period-end": "Cancel at the end of the period",
	"cancel-now": "Cancel now",
};

const BY_ITSELF: Labels = {
	"end-period": "The period ends now",
	"fail-payment": "The next payment fails",
	pay: "The payment goes through",
	"leave-unpaid": "It stays unpaid for good",
};

function Buttons(props: { title: string; offered: PortalIntent[]; labels: Labels }) {
	const { title, offered, labels } = props;
	const shown = (Object.keys(labels) as PortalIntent[]).filter((one) => offered.includes(one));
	if (shown.length === 0) return null;
	return (
		<section className="stack-s">
			<h3>{title}</h3>
			{shown.map((intent) => (
				<Button
					key={intent}
					name="intent"
					value={intent}
					variant={intent === "cancel-now" ? "danger" : "secondary"}
				>
					{labels[intent]}
				</Button>
			))}
		</section>
	);
}

import type { Billing } from "#app/billing/billing.ts";
import { PLANS } from "#app/billing/plan.ts";
import { paths } from "#app/paths.ts";
import { plural } from "#app/platform/count.ts";
import { formatLongDate } from "#app/platform/time.ts";
import { Button, ButtonLink } from "#app/ui/button/button.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { Card } from "#app/ui/list/card.tsx";

/** The subscription in Settings: loading, Free, Basic, Pro, or another premium plan. */
export function BillingCard({ billing }: { billing: Billing }) {
	const { state, planName, paid } = billing;
	return (
		<Card
			title="Billing"
			id="billing"
			actions={state !== "loading" && <Badge tone="info">{planName}</Badge>}
		>
			<p>{planSentence(billing)}</p>
			{warningsOf(billing).map((warning) => (
				<div key={warning} className="banner" data-tone="danger">
					<p>{warning}</p>
				</div>
			))}
			<div className="cluster">
				{billing.isCustomer ? (
					<form method="post" action={paths.billing.portal} target="_blank" rel="noopener">
						<Button>Manage Subscription</Button>
					</form>
				) : (
					state === "free" && (
						<ButtonLink to={paths.billing.upgrade}>Manage Subscription</ButtonLink>
					)
				)}
				{paid !== null && <ButtonLink to={paths.billing.upgrade}>Change plan</ButtonLink>}
				{billing.endsAt && paid !== null && paid !== "other" && (
					<ButtonLink to={`${paths.billing.change}?plan=${paid}`}>
						Keep {PLANS[paid].name}
					</ButtonLink>
				)}
				{billing.isCustomer && state === "free" && (
					<ButtonLink to={paths.billing.upgrade}>Choose a plan</ButtonLink>
				)}
			</div>
		</Card>
	);
}

function planSentence(billing: Billing): string {
	const { state, planName, payment, isGranted, paid, renewsAt, endsAt } = billing;
	if (state === "loading") {
		return "We are asking Stripe about your subscription. Reload this page in a moment.";
	}
	if (state === "free") return "You are on the Free plan: up to 2 apps, unlimited documents.";
	const plan = `You are on the ${planName} plan.`;
	if (isGranted) {
		const isPaidToo = paid === state;
		const given = `${plan} It was given to you${isPaidToo ? "" : ", and nothing is charged for it"}.`;
		if (paid === null) return given;
		return endsAt
			? `${given} Your paid subscription beside it ends on ${formatLongDate(endsAt)}.`
			: `${given} Your paid subscription goes on beside it.`;
	}
	if (endsAt) {
		return `${plan} It ends on ${formatLongDate(endsAt)} and will not renew. What you published stays online.`;
	}
	if (!renewsAt) return plan;
	// While a payment is missing, nobody knows whether it will.
	const what = payment === "settled" ? "It renews" : "The period ends";
	return `${plan} ${what} on ${formatLongDate(renewsAt)}.`;
}

const PAYMENT_WARNINGS = {
	failing:
		"Your last payment failed. Your plan goes on while Stripe tries again; please check your card under Manage Subscription.",
	missing:
		"A payment for your subscription is missing, so its plan is paused. Please settle it under Manage Subscription.",
};
const OUT_OF_DATE =
	"We could not reach Stripe for a day, so your plan is not known right now. Press Refresh on the dashboard to ask again.";

function warningsOf({ payment, othersCharged, isOutOfDate }: Billing): string[] {
	const warnings = payment === "settled" ? [] : [PAYMENT_WARNINGS[payment]];
	if (othersCharged > 0) warnings.push(chargedTwice(othersCharged));
	return isOutOfDate ? [...warnings, OUT_OF_DATE] : warnings;
}

function chargedTwice(others: number): string {
	return `Stripe charges you for ${plural(others, "other subscription")}, too. Cancel what is too much under Manage Subscription, and write to Support about what was paid twice.`;
}

import type { ReactNode } from "react";
import {
	formatPrice,
	PAID_PLANS,
	type PaidPlanId,
	PLANS,
	type PlanId,
	rankOf,
	type Standing,
} from "#app/billing/plan.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonAnchor } from "#app/ui/button/button.tsx";
import { Badge } from "#app/ui/list/badge.tsx";
import { Card } from "#app/ui/list/card.tsx";

type PlanChooserProps = {
	standing: Standing;
	/** The plan that the person picked before signing in. */
	chosen?: PaidPlanId;
	level?: 2 | 3;
	/** Called after the form is sent; the response opens in a new tab. */
	onSubmit?: () => void;
};

/** The paid plans side by side, shown by /upgrade and by the upgrade dialog. */
export function PlanChooser({ standing, chosen, level, onSubmit }: PlanChooserProps) {
	return (
		<div className="stack">
			<div className="grid-3">
				{PAID_PLANS.map((plan) => (
					<PlanCard
						key={plan}
						plan={plan}
						isCurrent={standing.planId === plan}
						isChosen={chosen === plan}
						level={level}
					>
						<PlanAction plan={plan} chosen={chosen} standing={standing} onSubmit={onSubmit} />
					</PlanCard>
				))}
			</div>
			<p className="muted">
				Cancel anytime. No long-term commitments.
				{standing.paid === null && " You pay at Stripe, in a new tab."}
			</p>
		</div>
	);
}

type PlanCardProps = {
	plan: PlanId;
	isCurrent: boolean;
	isChosen?: boolean;
	level?: 2 | 3;
	children?: ReactNode;
};

/** A plan with its price and features. The children are its action. */
export function PlanCard({ plan: id, isCurrent, isChosen, level, children }: PlanCardProps) {
	const plan = PLANS[id];
	const badge = isCurrent ? "Current plan" : isChosen ? "Your choice" : null;
	return (
		<Card title={plan.name} level={level} actions={badge && <Badge tone="success">{badge}</Badge>}>
			<p className="plan-price">
				{formatPrice(plan.pricePerMonth)} <small>per month</small>
			</p>
			<ul className="check-list">
				{plan.features.map((feature) => (
					<li key={feature}>{feature}</li>
				))}
			</ul>
			{children && <div className="push">{children}</div>}
		</Card>
	);
}

type PlanActionProps = Omit<PlanChooserProps, "level"> & { plan: PaidPlanId };

/**
 * What an account can do about a plan: pay for it at Stripe in a new tab, or change its current
 * subscription. Plain links and forms, so it works without JavaScript.
 */
export function PlanAction(props: PlanActionProps) {
	const { plan, chosen = PAID_PLANS.at(-1), standing, onSubmit } = props;
	const { name } = PLANS[plan];
	if (standing.planId === plan) {
		return (
			<Button type="button" disabled>
				Current plan
			</Button>
		);
	}
	if (standing.paid === plan) return <p className="muted">You pay for this plan</p>;
	if (standing.paid !== null) {
		return (
			<ButtonAnchor href={`${paths.billing.change}?plan=${plan}`}>Change to {name}</ButtonAnchor>
		);
	}
	const isIncluded = standing.planId !== null && rankOf(standing.planId) > rankOf(plan);
	if (isIncluded) return <p className="muted">Included in your plan</p>;
	return (
		<form
			method="post"
			action={paths.billing.upgrade}
			target="_blank"
			onSubmit={onSubmit}
			rel="noopener"
		>
			<Button name="plan" value={plan} variant={plan === chosen ? "primary" : undefined}>
				Upgrade to {name}
			</Button>
		</form>
	);
}

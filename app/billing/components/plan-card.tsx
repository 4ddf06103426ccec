import type { ReactNode } from "react";
import { formatPrice, PLANS, type PlanId } from "#app/billing/plan.ts";
import { Badge } from "#app/ui/list/badge.tsx";
import { Card } from "#app/ui/list/card.tsx";

type PlanCardProps = { plan: PlanId; isCurrent: boolean; level?: 2 | 3; children?: ReactNode };

/** A plan with its price and what it gives. The children are what can be done about it. */
export function PlanCard({ plan: id, isCurrent, level = 2, children }: PlanCardProps) {
	const plan = PLANS[id];
	return (
		<Card
			title={plan.name}
			level={level}
			actions={isCurrent && <Badge tone="success">Current plan</Badge>}
		>
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

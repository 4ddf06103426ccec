import { PAID_PLANS, type Standing } from "#app/billing/plan.ts";
import { PlanAction } from "./plan-action.tsx";
import { PlanCard } from "./plan-card.tsx";

type PlanChooserProps = { standing: Standing; level?: 2 | 3; onSubmit?: () => void };

/** The paid plans side by side: the body of /upgrade and of the dialog over other pages. */
export function PlanChooser({ standing, level = 2, onSubmit }: PlanChooserProps) {
	return (
		<div className="stack">
			<div className="grid-3">
				{PAID_PLANS.map((plan) => (
					<PlanCard key={plan} plan={plan} isCurrent={standing.planId === plan} level={level}>
						<PlanAction plan={plan} standing={standing} onSubmit={onSubmit} />
					</PlanCard>
				))}
			</div>
			<p className="muted">
				Cancel anytime. No long-term commitments.
				{!standing.isSubscribed && " You pay at Stripe, in a new tab."}
			</p>
		</div>
	);
}

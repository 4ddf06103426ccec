import { PAID_PLANS, type PaidPlanId, PLANS, rankOf, type Standing } from "#app/billing/plan.ts";
import { paths } from "#app/paths.ts";
import { Button, ButtonAnchor } from "#app/ui/button/button.tsx";

type PlanActionProps = {
	plan: PaidPlanId;
	standing: Standing;
	/** After the form was sent, to a tab of its own. */
	onSubmit?: () => void;
};

/**
 * What an account can do about a plan: pay for it at Stripe, in a new tab, or change the subscription
 * that it has. Plain links and forms, since pages without JavaScript use it too.
 */
export function PlanAction({ plan, standing, onSubmit }: PlanActionProps) {
	const { name } = PLANS[plan];
	if (standing.planId === plan) {
		return (
			<Button type="button" disabled>
				Current plan
			</Button>
		);
	}
	if (standing.isSubscribed) {
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
			<Button name="plan" value={plan} variant={plan === PAID_PLANS.at(-1) ? "primary" : undefined}>
				Upgrade to {name}
			</Button>
		</form>
	);
}

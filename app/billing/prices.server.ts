import { env } from "#app/platform/env/env.server.ts";
import { PAID_PLANS, type PaidPlanId } from "./plan.ts";

/** The id of the plan's price at Stripe. */
export function priceOf(plan: PaidPlanId): string {
	return env.stripe.prices[plan];
}

/** The plan with this price id, or null for a price that the environment does not name. */
export function planOfPrice(priceId: string): PaidPlanId | null {
	return PAID_PLANS.find((plan) => priceOf(plan) === priceId) ?? null;
}

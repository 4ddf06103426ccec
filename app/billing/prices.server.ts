import { env } from "#app/platform/env.server.ts";
import { PAID_PLANS, type PaidPlanId } from "./plan.ts";

/** Stripe's id of what a plan costs. */
export function priceOf(plan: PaidPlanId): string {
	return env.stripe.prices[plan];
}

/** The plan that a price is for; null for a price that is not in the environment. */
export function planOfPrice(priceId: string): PaidPlanId | null {
	return PAID_PLANS.find((plan) => priceOf(plan) === priceId) ?? null;
}

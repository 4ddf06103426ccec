import type { UserAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import type { Transaction } from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { HOUR_MS, later } from "#app/platform/time.ts";
import { type PlanState, readPlanState } from "./plan.sql.ts";
import { OTHER_PREMIUM, type PaidId, PLANS, type PlanId, rankOf } from "./plan.ts";
import { planOfPrice } from "./prices.server.ts";
import { givesPlan } from "./stripe/subscription.server.ts";

/** How long a copy counts while Stripe is unavailable (product.md, rule 22). */
export const COPY_LIFE_MS = 24 * HOUR_MS;

/** A plan with its rights. `other` stands for an unknown price. */
export type CurrentPlan = { id: PlanId | "other" } & (
	| (typeof PLANS)[PlanId]
	| typeof OTHER_PREMIUM
);

type Paid = { status: string; priceId: string };

/** Returns the account's plan. Pass `tx` when a write depends on it. */
export async function planOf(
	access: Pick<UserAccess, "userId">,
	tx?: Transaction,
): Promise<CurrentPlan> {
	return planFrom(readPlanState(access, tx));
}

/** Returns the higher of the granted plan and the paid plan. */
export function planFrom({ grantedPlan, customer }: PlanState): CurrentPlan {
	const granted = planNamed(grantedPlan);
	const paid = paidPlan(customer);
	return rankOf(paid.id) > rankOf(granted.id) ? paid : granted;
}

/** Returns the plan that a subscription gives, or Free without one. */
export function planOfSubscription(subscription: Paid | null): CurrentPlan {
	const id = paidIdOf(subscription);
	return id === "other" ? { id, ...OTHER_PREMIUM } : planNamed(id);
}

/** Returns the id of the plan that a subscription gives, or null without one. */
export function paidIdOf(subscription: Paid | null): PaidId | null {
	if (!subscription || !givesPlan(subscription.status)) return null;
	return planOfPrice(subscription.priceId) ?? "other";
}

function paidPlan(customer: PlanState["customer"]): CurrentPlan {
	const isFresh = customer?.readAt && customer.readAt > later(clock.now(), -COPY_LIFE_MS);
	return planOfSubscription(isFresh ? customer.subscription : null);
}

function planNamed(id: string | null): CurrentPlan {
	const known = id !== null && Object.hasOwn(PLANS, id) ? (id as PlanId) : "free";
	return { id: known, ...PLANS[known] };
}

/** Throws the Refusal of product.md, O26 unless the account is on Pro. */
export async function requirePro(tx: Transaction, access: UserAccess): Promise<void> {
	const { hasForms } = await planOf(access, tx);
	if (hasForms) return;
	throw new Refusal("Forms are only available with a Pro subscription.", {
		title: "Pro subscription required",
	});
}

import type Stripe from "stripe";
import { type PaidPlanId, rankOf } from "#app/billing/plan.ts";
import { planOfPrice, priceOf } from "#app/billing/prices.server.ts";
import { ask, fromSeconds, stripe } from "#app/platform/stripe/client.server.ts";
import { CustomerGone, PaymentsUnavailable } from "#app/platform/stripe/errors.server.ts";
import { SECOND_MS } from "#app/platform/time.ts";

/** While a person waits for a page that does not depend on the answer. */
const BRIEF_TIMEOUT_MS = 3 * SECOND_MS;

/** What Stripe says of a subscription. Its moments are whole seconds. */
export type StripeSubscription = {
	id: string;
	status: Stripe.Subscription.Status;
	itemId: string;
	priceId: string;
	currentPeriodEnd: Date;
	/** Set when it will end and not renew. */
	cancelAt: Date | null;
};

/** Whether a subscription in this state gives its plan (decision 21). */
export function givesPlan(status: string): boolean {
	return status === "active" || status === "trialing" || status === "past_due";
}

/**
 * Reads a customer's subscription; null when there is none, or no such customer. Where there are
 * several, the one that gives the most counts. `brief` asks once and for 3 s at most.
 * Throws PaymentsUnavailable.
 */
export async function readSubscription(
	customerId: string,
	{ brief = false } = {},
): Promise<StripeSubscription | null> {
	const options = brief ? { timeout: BRIEF_TIMEOUT_MS, maxNetworkRetries: 0 } : {};
	try {
		const { data } = await ask(() =>
			stripe().subscriptions.list({ customer: customerId, status: "all", limit: 100 }, options),
		);
		const [best] = data.sort((a, b) => rank(b) - rank(a) || b.created - a.created);
		return best ? toSubscription(best) : null;
	} catch (error) {
		if (error instanceof CustomerGone) return null;
		throw error;
	}
}

/**
 * Moves a subscription to another plan. What is left of the period is credited and the difference
 * charged at once; when the card is declined, nothing changes. A subscription that was to end goes
 * on. Throws CardDeclined and PaymentsUnavailable.
 */
export function changePlan(
	subscription: StripeSubscription,
	plan: PaidPlanId,
): Promise<StripeSubscription> {
	const { id, itemId, cancelAt } = subscription;
	return ask(async () => {
		// Without a key of ours: a second click finds the plan changed and costs nothing, while a key
		// would answer a declined card again after it was replaced.
		const changed = await stripe().subscriptions.update(id, {
			items: [{ id: itemId, price: priceOf(plan) }],
			proration_behavior: "always_invoice",
			payment_behavior: "error_if_incomplete",
			...(cancelAt && { cancel_at: "" as const }),
		});
		return toSubscription(changed);
	});
}

/** One that gives a plan before one that waits for money, and that before one that is over. */
function rank({ status, items }: Stripe.Subscription): number {
	if (status === "canceled" || status === "incomplete_expired") return 0;
	if (!givesPlan(status)) return 1;
	const plan = planOfPrice(items.data[0]?.price.id ?? "");
	// A price that the plans know before one that they don't.
	return plan ? 2 + rankOf(plan) : 2;
}

function toSubscription(subscription: Stripe.Subscription): StripeSubscription {
	const [item] = subscription.items.data;
	if (!item) throw new PaymentsUnavailable(`Subscription ${subscription.id} has no item`);
	// Stripe's portal may set either of the two, by the subscription's billing mode.
	const cancelAt =
		subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null);
	return {
		id: subscription.id,
		status: subscription.status,
		itemId: item.id,
		priceId: item.price.id,
		currentPeriodEnd: fromSeconds(item.current_period_end),
		cancelAt: cancelAt === null ? null : fromSeconds(cancelAt),
	};
}

import type Stripe from "stripe";
import { type PaidPlanId, rankOf } from "#app/billing/plan.ts";
import { planOfPrice, priceOf } from "#app/billing/prices.server.ts";
import { ask, fromSeconds, stripe } from "#app/platform/stripe/client.server.ts";
import { CustomerGone, PaymentsUnavailable } from "#app/platform/stripe/errors.server.ts";
import { SECOND_MS } from "#app/platform/time.ts";

/** For pages that can use the stored copy instead. */
const BRIEF_TIMEOUT_MS = 3 * SECOND_MS;

/** A subscription at Stripe. Its times are whole seconds. */
export type StripeSubscription = {
	id: string;
	status: Stripe.Subscription.Status;
	itemId: string;
	priceId: string;
	currentPeriodEnd: Date;
	/** Set when the subscription will end instead of renewing. */
	cancelAt: Date | null;
	/** How many other subscriptions of the customer are charged besides this one. */
	othersCharged: number;
};

/** Whether a subscription with this status gives its plan (product.md, rule 21). */
export function givesPlan(status: string): boolean {
	return status === "active" || status === "trialing" || status === "past_due";
}

/**
 * Reads a customer's subscription. Returns null when there is no subscription or no customer. Of
 * several subscriptions, the one with the highest plan counts, and of equal ones the one that
 * renews. `brief` tries once, for 3 s at most.
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
		const [best] = data.sort(
			(a, b) => rank(b) - rank(a) || +isEnding(a) - +isEnding(b) || b.created - a.created,
		);
		if (!best) return null;
		const others = data.filter((one) => one !== best && givesPlan(one.status) && !isEnding(one));
		return toSubscription(best, others.length);
	} catch (error) {
		if (error instanceof CustomerGone) return null;
		throw error;
	}
}

/**
 * Moves a subscription to another plan and undoes a scheduled end. Stripe credits the rest of the
 * period and charges the difference at once; nothing changes when the card is declined. Throws
 * CardDeclined and PaymentsUnavailable.
 */
export function changePlan(
	subscription: StripeSubscription,
	plan: PaidPlanId,
): Promise<StripeSubscription> {
	const { id, itemId, cancelAt, othersCharged } = subscription;
	return ask(async () => {
		// No idempotency key: repeating the change costs nothing, while a key would return the stored
		// refusal of a card that has since been replaced.
		const changed = await stripe().subscriptions.update(id, {
			items: [{ id: itemId, price: priceOf(plan) }],
			proration_behavior: "always_invoice",
			payment_behavior: "error_if_incomplete",
			...(cancelAt && { cancel_at: "" as const }),
		});
		return toSubscription(changed, othersCharged);
	});
}

/** Ranks subscriptions that give a plan first, then unpaid ones, then ended ones. */
function rank({ status, items }: Stripe.Subscription): number {
	if (status === "canceled" || status === "incomplete_expired") return 0;
	if (!givesPlan(status)) return 1;
	const plan = planOfPrice(items.data[0]?.price.id ?? "");
	// Known prices rank above unknown ones.
	return plan ? 2 + rankOf(plan) : 2;
}

/** Whether a subscription ends instead of renewing. */
function isEnding({ cancel_at, cancel_at_period_end }: Stripe.Subscription): boolean {
	return cancel_at !== null || cancel_at_period_end;
}

function toSubscription(
	subscription: Stripe.Subscription,
	othersCharged: number,
): StripeSubscription {
	const [item] = subscription.items.data;
	if (!item) throw new PaymentsUnavailable(`Subscription ${subscription.id} has no item`);
	// The portal sets one of the two, depending on the subscription's billing mode.
	const cancelAt =
		subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null);
	return {
		id: subscription.id,
		status: subscription.status,
		itemId: item.id,
		priceId: item.price.id,
		currentPeriodEnd: fromSeconds(item.current_period_end),
		cancelAt: cancelAt === null ? null : fromSeconds(cancelAt),
		othersCharged,
	};
}

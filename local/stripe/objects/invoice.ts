import type Stripe from "stripe";
import type { TillSubscription } from "../store.ts";
import { CURRENCY } from "./price.ts";

/** An invoice as far as an event tells of it: who, for which subscription, how much, paid or not. */
export function invoiceObject(
	id: string,
	subscription: TillSubscription,
	{ created, amount, isPaid }: { created: number; amount: number; isPaid: boolean },
) {
	return {
		id,
		object: "invoice",
		amount_due: amount,
		amount_paid: isPaid ? amount : 0,
		amount_remaining: isPaid ? 0 : amount,
		attempt_count: isPaid ? 1 : subscription.failedPayments,
		attempted: true,
		created,
		currency: CURRENCY,
		customer: subscription.customerId,
		livemode: false,
		next_payment_attempt: subscription.nextPaymentAt,
		parent: {
			type: "subscription_details",
			quote_details: null,
			subscription_details: { metadata: null, subscription: subscription.id },
		},
		period_end: subscription.periodEnd,
		period_start: subscription.periodStart,
		status: isPaid ? "paid" : "open",
		total: amount,
	} satisfies Partial<Stripe.Invoice>;
}

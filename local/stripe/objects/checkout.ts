import type Stripe from "stripe";
import type { TillCheckout } from "../store.ts";
import { pageOf } from "./page.ts";
import { amountOf, CURRENCY } from "./price.ts";

/**
 * A checkout as Stripe's API shows one: the parts that say something; the others would all be null.
 */
export function checkoutObject(checkout: TillCheckout) {
	const isComplete = checkout.status === "complete";
	return {
		id: checkout.id,
		object: "checkout.session",
		amount_subtotal: amountOf(checkout.priceId),
		amount_total: amountOf(checkout.priceId),
		cancel_url: checkout.cancelUrl,
		created: checkout.created,
		currency: CURRENCY,
		customer: checkout.customerId,
		expires_at: checkout.expiresAt,
		livemode: false,
		metadata: checkout.metadata,
		mode: "subscription",
		payment_method_types: ["card"],
		payment_status: isComplete ? "paid" : "unpaid",
		status: checkout.status,
		subscription: checkout.subscriptionId,
		success_url: checkout.successUrl,
		ui_mode: "hosted_page",
		url: checkout.status === "open" ? pageOf("checkout", checkout.id, checkout.successUrl) : null,
	} satisfies Partial<Stripe.Checkout.Session>;
}

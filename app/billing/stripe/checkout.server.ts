import type Stripe from "stripe";
import type { PaidPlanId } from "#app/billing/plan.ts";
import { priceOf } from "#app/billing/prices.server.ts";
import { paths } from "#app/paths.ts";
import { env } from "#app/platform/env/env.server.ts";
import { ask, idempotencyKey, isMissing, stripe } from "#app/platform/stripe/client.server.ts";
import { stripeSdk } from "#app/platform/stripe/sdk.server.ts";

/** A payment page at Stripe. */
export type Checkout = {
	id: string;
	plan: string | null;
	/** Stripe's status: open, complete or expired. */
	status: string;
	/** Null unless open. */
	url: string | null;
};

type Order = { customerId: string; plan: PaidPlanId; afterCheckoutId: string | null };

/**
 * Opens Stripe's page to subscribe to a plan. Two calls with the same plan and the same earlier
 * checkout return the same page. Throws PaymentsUnavailable and CustomerGone.
 */
export function createCheckout({ customerId, plan, afterCheckoutId }: Order): Promise<Checkout> {
	return ask(async () => {
		const session = await stripe().checkout.sessions.create(
			{
				mode: "subscription",
				customer: customerId,
				line_items: [{ price: priceOf(plan), quantity: 1 }],
				metadata: { plan },
				success_url: `${env.appUrl}${paths.dashboard}?success=true&session_id={CHECKOUT_SESSION_ID}`,
				cancel_url: `${env.appUrl}${paths.dashboard}?cancelled=true`,
			},
			{ idempotencyKey: idempotencyKey("checkout", customerId, plan, afterCheckoutId ?? "first") },
		);
		return toCheckout(session);
	});
}

/** Returns a checkout, or null for an unknown id. Throws PaymentsUnavailable. */
export function readCheckout(checkoutId: string): Promise<Checkout | null> {
	return ask(async () => {
		try {
			return toCheckout(await stripe().checkout.sessions.retrieve(checkoutId));
		} catch (error) {
			if (!isMissing(error)) throw error;
			return null;
		}
	});
}

/**
 * Closes a checkout, so that nobody can pay there any more. A checkout that was just paid stays
 * paid; the next reading of the subscription shows it. Throws PaymentsUnavailable.
 */
export async function expireCheckout(checkoutId: string): Promise<void> {
	await ask(async () => {
		try {
			await stripe().checkout.sessions.expire(checkoutId);
		} catch (error) {
			// Stripe refuses to expire a checkout that is not open.
			if (!(error instanceof stripeSdk().errors.StripeInvalidRequestError)) throw error;
		}
	});
}

function toCheckout(session: Stripe.Checkout.Session): Checkout {
	return {
		id: session.id,
		plan: session.metadata?.plan ?? null,
		status: session.status ?? "expired",
		url: session.url,
	};
}

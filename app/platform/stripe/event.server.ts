import type Stripe from "stripe";
import { clock } from "#app/platform/clock.server.ts";
import { env } from "#app/platform/env.server.ts";
import { logEvent } from "#app/platform/log.server.ts";
import { fromSeconds, stripe } from "./client.server.ts";
import { stripeSdk } from "./sdk.server.ts";

/** The parts of a webhook's event that are used. */
export type PaymentEvent = {
	id: string;
	type: string;
	customerId: string | null;
	createdAt: Date;
};

/**
 * Reads a webhook. Returns null when the signature over the raw body is wrong or older than 5
 * minutes (Stripe's documentation, "Verify webhook signatures"), or when the body is no event.
 */
export async function readEvent(body: string, signature: string): Promise<PaymentEvent | null> {
	let event: Stripe.Event;
	try {
		event = await stripe().webhooks.constructEventAsync(
			body,
			signature,
			env.stripe.webhookSecret,
			undefined,
			undefined,
			clock.now().getTime(),
		);
	} catch (error) {
		// The fault is in the webhook or in our secret, and the log tells the operator which. The log
		// must not hold the webhook itself.
		const { StripeSignatureVerificationError } = stripeSdk().errors;
		const reason = error instanceof StripeSignatureVerificationError ? "signature" : "body";
		logEvent("webhook refused", { reason });
		return null;
	}
	return {
		id: event.id,
		type: event.type,
		customerId: customerOf(event.data.object as CustomerLike),
		createdAt: fromSeconds(event.created),
	};
}

type CustomerLike = { object?: string; id?: string; customer?: string | { id: string } | null };

function customerOf(object: CustomerLike): string | null {
	if (object.object === "customer") return object.id ?? null;
	return typeof object.customer === "string" ? object.customer : (object.customer?.id ?? null);
}

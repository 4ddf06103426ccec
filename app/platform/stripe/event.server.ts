import type Stripe from "stripe";
import { clock } from "#app/platform/clock.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { logEvent } from "#app/platform/log.server.ts";
import { MINUTE_MS } from "#app/platform/time.ts";
import { fromSeconds, stripe } from "./client.server.ts";
import { stripeSdk } from "./sdk.server.ts";

const TOLERANCE_MS = 5 * MINUTE_MS;

/** The parts of a webhook's event that are used. */
export type PaymentEvent = {
	id: string;
	type: string;
	customerId: string | null;
	createdAt: Date;
};

/**
 * Reads a webhook. Returns null when the signature over the raw body is wrong or more than 5 minutes
 * away (Stripe's documentation, "Verify webhook signatures"), or when the body is no event.
 */
export async function readEvent(body: string, signature: string): Promise<PaymentEvent | null> {
	let event: Stripe.Event | null;
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
	// The SDK refuses an old signature and takes one from the future.
	if (signedAt(signature).getTime() - clock.now().getTime() > TOLERANCE_MS) {
		logEvent("webhook refused", { reason: "time" });
		return null;
	}
	if (typeof event?.id !== "string" || !event.data?.object) {
		logEvent("webhook refused", { reason: "body" });
		return null;
	}
	return {
		id: event.id,
		type: event.type,
		customerId: customerOf(event.data.object as CustomerLike),
		createdAt: fromSeconds(event.created),
	};
}

/** Returns the time in a signature that was found right. */
function signedAt(signature: string): Date {
	return fromSeconds(Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]));
}

type CustomerLike = { object?: string; id?: string; customer?: string | { id: string } | null };

function customerOf(object: CustomerLike): string | null {
	if (object.object === "customer") return object.id ?? null;
	return typeof object.customer === "string" ? object.customer : (object.customer?.id ?? null);
}

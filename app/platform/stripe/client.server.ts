import type Stripe from "stripe";
import { clock } from "#app/platform/clock.server.ts";
import { env } from "#app/platform/env.server.ts";
import { logEvent } from "#app/platform/log.server.ts";
import { MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { CardDeclined, CustomerGone, PaymentsUnavailable } from "./errors.server.ts";
import { stripeSdk } from "./sdk.server.ts";

const TIMEOUT_MS = 8 * SECOND_MS;
/**
 * Stripe keeps the answer to an idempotency key for a day, a 500 too, so a key is good for these
 * minutes only: enough for a double click and for the SDK's retry.
 */
const IDEMPOTENCY_MS = 5 * MINUTE_MS;

let client: Stripe | undefined;

/** The SDK's client. */
export function stripe(): Stripe {
	const Sdk = stripeSdk();
	client ??= new Sdk(env.stripe.secretKey, {
		...atAddress(env.stripe.apiUrl),
		timeout: TIMEOUT_MS,
		maxNetworkRetries: 1,
		telemetry: false,
	});
	return client;
}

function atAddress(apiUrl: string) {
	const { protocol, hostname, port } = new URL(apiUrl);
	const isSecure = protocol === "https:";
	return {
		protocol: isSecure ? ("https" as const) : ("http" as const),
		host: hostname,
		port: port || (isSecure ? 443 : 80),
	};
}

/**
 * Turns the SDK's errors into the three that callers tell apart. `customerParam` is what Stripe
 * calls the customer's id in this request.
 */
export async function ask<T>(work: () => Promise<T>, customerParam = "customer"): Promise<T> {
	try {
		return await work();
	} catch (error) {
		const { errors } = stripeSdk();
		if (!(error instanceof errors.StripeError)) throw error;
		if (error instanceof errors.StripeCardError) throw new CardDeclined(error.message);
		if (error.code === "resource_missing" && error.param === customerParam) {
			throw new CustomerGone(error.message);
		}
		const { type, code, statusCode, requestId, message } = error;
		logEvent("stripe failed", { type, code, statusCode, requestId, message });
		throw new PaymentsUnavailable(message, { cause: error });
	}
}

/** Whether an error says that Stripe has nothing with the id that was asked for. */
export function isMissing(error: unknown): boolean {
	return error instanceof stripeSdk().errors.StripeError && error.code === "resource_missing";
}

/** The key of a request that a double click makes twice: the same for the same parts, for minutes. */
export function idempotencyKey(...parts: string[]): string {
	return [...parts, Math.floor(clock.now().getTime() / IDEMPOTENCY_MS)].join(" ");
}

/** A moment of Stripe's, which are whole seconds. */
export function fromSeconds(seconds: number): Date {
	return new Date(seconds * SECOND_MS);
}

import type Stripe from "stripe";
import { clock } from "#app/platform/clock.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { logEvent } from "#app/platform/log.server.ts";
import { MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { CardDeclined, CustomerGone, PaymentsUnavailable } from "./errors.server.ts";
import { stripeSdk } from "./sdk.server.ts";

const TIMEOUT_MS = 8 * SECOND_MS;
/**
 * Stripe repeats its response to an idempotency key for a day, even a 500, so our keys change every
 * 5 minutes: enough for a double click and for the SDK's retry.
 */
const IDEMPOTENCY_MS = 5 * MINUTE_MS;

let client: Stripe | undefined;

/** Returns the SDK's client. */
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
 * Runs a request. Throws the SDK's errors as CardDeclined, CustomerGone or PaymentsUnavailable.
 * `customerParam` is Stripe's name for the customer's id in this request.
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

/** Returns whether an error says that Stripe has no object with the requested id. */
export function isMissing(error: unknown): boolean {
	return error instanceof stripeSdk().errors.StripeError && error.code === "resource_missing";
}

/** Returns an idempotency key: the same for the same parts, for up to 5 minutes. */
export function idempotencyKey(...parts: string[]): string {
	return [...parts, Math.floor(clock.now().getTime() / IDEMPOTENCY_MS)].join(" ");
}

/** Converts Stripe's time in seconds. */
export function fromSeconds(seconds: number): Date {
	return new Date(seconds * SECOND_MS);
}

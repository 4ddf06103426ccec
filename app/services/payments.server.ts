import type Stripe from "stripe";
import { env } from "~/lib/env.server";
import { logEvent } from "~/lib/log.server";
import { MINUTE_MS, SECOND_MS } from "~/lib/time";
import { PAID_PLANS, type PaidPlanId, rankOf } from "~/schemas/plan";
import { clock } from "./clock.server";
import { portalFeatures } from "./portal-features.server";
import { planOfPrice, priceOf } from "./prices.server";
import { stripeSdk } from "./stripe-sdk.server";
import { tillFetch } from "./till/api.server";

const TIMEOUT_MS = 8 * SECOND_MS;
/** While a person waits for a page that does not depend on the answer. */
const BRIEF_TIMEOUT_MS = 3 * SECOND_MS;
/**
 * Stripe keeps the answer to an idempotency key for a day, a 500 too, so a key is good for these
 * minutes only: enough for a double click and for the SDK's retry.
 */
const IDEMPOTENCY_MS = 5 * MINUTE_MS;

/** Stripe could not be reached, was too slow, or is in trouble. Nothing is known to have changed. */
export class PaymentsUnavailable extends Error {
	override name = "PaymentsUnavailable";
}

/** The card was declined. The message is Stripe's, for the person who pays. */
export class CardDeclined extends Error {
	override name = "CardDeclined";
}

/** The customer was deleted at Stripe, or never was. */
export class CustomerGone extends Error {
	override name = "CustomerGone";
}

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

/** A hosted page to pay at. */
export type Checkout = {
	id: string;
	plan: string | null;
	/** Stripe's: open, complete or expired. */
	status: string;
	/** Null unless open. */
	url: string | null;
};

/** What a webhook says, as far as it is believed. */
export type PaymentEvent = {
	id: string;
	type: string;
	customerId: string | null;
	createdAt: Date;
};

/** Whether a subscription in this state gives its plan (decision 21). */
export function givesPlan(status: string): boolean {
	return status === "active" || status === "trialing" || status === "past_due";
}

/**
 * Makes the customer of an account; answers its id. Two calls after the same earlier customer, which
 * is gone at Stripe, get the same one. Throws PaymentsUnavailable.
 */
export function createCustomer(
	userId: string,
	email: string,
	afterCustomerId: string | null = null,
): Promise<string> {
	return ask(async () => {
		const customer = await stripe().customers.create(
			{ email, metadata: { user_id: userId } },
			{ idempotencyKey: idempotencyKey("customer", userId, email, afterCustomerId ?? "first") },
		);
		return customer.id;
	});
}

/** Tells Stripe the account's new address. Throws PaymentsUnavailable and CustomerGone. */
export async function updateCustomerEmail(customerId: string, email: string): Promise<void> {
	await ask(() => stripe().customers.update(customerId, { email }), "id");
}

/**
 * Deletes a customer, which ends every subscription of theirs at once and leaves no checkout that
 * could be paid (Stripe's API reference, "Delete a customer"). One that is gone already is fine.
 * Throws PaymentsUnavailable.
 */
export async function deleteCustomer(customerId: string): Promise<void> {
	try {
		await ask(() => stripe().customers.del(customerId), "id");
	} catch (error) {
		if (!(error instanceof CustomerGone)) throw error;
	}
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
 * Opens Stripe's page to subscribe to a plan. Two calls after the same earlier checkout get the
 * same page. Throws PaymentsUnavailable and CustomerGone.
 */
export function createCheckout({
	customerId,
	plan,
	afterCheckoutId,
}: {
	customerId: string;
	plan: PaidPlanId;
	afterCheckoutId: string | null;
}): Promise<Checkout> {
	return ask(async () => {
		const session = await stripe().checkout.sessions.create(
			{
				mode: "subscription",
				customer: customerId,
				line_items: [{ price: priceOf(plan), quantity: 1 }],
				metadata: { plan },
				success_url: `${env.appUrl}/dashboard?success=true&session_id={CHECKOUT_SESSION_ID}`,
				cancel_url: `${env.appUrl}/dashboard?cancelled=true`,
			},
			{ idempotencyKey: idempotencyKey("checkout", customerId, plan, afterCheckoutId ?? "first") },
		);
		return toCheckout(session);
	});
}

/** Reads a checkout; null when Stripe has none with this id. Throws PaymentsUnavailable. */
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
 * Closes a checkout, so that nobody can pay at it any more. One that was paid a moment before stays
 * paid, which the next reading of the subscription tells. Throws PaymentsUnavailable.
 */
export async function expireCheckout(checkoutId: string): Promise<void> {
	await ask(async () => {
		try {
			await stripe().checkout.sessions.expire(checkoutId);
		} catch (error) {
			// Stripe expires open ones only.
			if (!(error instanceof stripeSdk().errors.StripeInvalidRequestError)) throw error;
		}
	});
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

/** Opens Stripe's billing portal; answers its address. Throws PaymentsUnavailable, CustomerGone. */
export function openPortal(customerId: string): Promise<string> {
	return ask(async () => {
		const session = await stripe().billingPortal.sessions.create({
			customer: customerId,
			configuration: await portalConfiguration(),
			return_url: `${env.appUrl}/settings`,
		});
		return session.url;
	});
}

/**
 * Reads a webhook. Null when its signature over the raw body is wrong or older than 5 minutes
 * (Stripe's documentation, "Verify webhook signatures"), and when it is no event.
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
	} catch {
		// Nothing is asked of anybody here, so whatever went wrong lies in what was sent.
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

function toCheckout(session: Stripe.Checkout.Session): Checkout {
	return {
		id: session.id,
		plan: session.metadata?.plan ?? null,
		status: session.status ?? "expired",
		url: session.url,
	};
}

function fromSeconds(seconds: number): Date {
	return new Date(seconds * SECOND_MS);
}

function idempotencyKey(...parts: string[]): string {
	return [...parts, Math.floor(clock.now().getTime() / IDEMPOTENCY_MS)].join(" ");
}

/**
 * Turns the SDK's errors into the three that callers tell apart. `customerParam` is what Stripe
 * calls the customer's id in this request.
 */
async function ask<T>(work: () => Promise<T>, customerParam = "customer"): Promise<T> {
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

function isMissing(error: unknown): boolean {
	return error instanceof stripeSdk().errors.StripeError && error.code === "resource_missing";
}

let configuration: Promise<string> | undefined;

/**
 * What the portal lets people do, as a configuration at Stripe: the one made earlier with the same
 * features, or a new one. Found once a process.
 */
function portalConfiguration(): Promise<string> {
	configuration ??= findOrCreateConfiguration().catch((error) => {
		configuration = undefined;
		throw error;
	});
	return configuration;
}

async function findOrCreateConfiguration(): Promise<string> {
	const prices = await Promise.all(
		PAID_PLANS.map((plan) => stripe().prices.retrieve(priceOf(plan))),
	);
	const { features, version } = portalFeatures(prices);
	const { data } = await stripe().billingPortal.configurations.list({ active: true, limit: 100 });
	const made = data.find(({ metadata }) => metadata?.smallprint === version);
	if (made) return made.id;
	const created = await stripe().billingPortal.configurations.create(
		{ features, metadata: { smallprint: version } },
		{ idempotencyKey: idempotencyKey("portal", version) },
	);
	return created.id;
}

let client: Stripe | undefined;

function stripe(): Stripe {
	const Sdk = stripeSdk();
	client ??= new Sdk(env.stripe.secretKey, {
		...(env.stripe.apiUrl === null ? throughTill() : atAddress(env.stripe.apiUrl)),
		timeout: TIMEOUT_MS,
		maxNetworkRetries: 1,
		telemetry: false,
	});
	return client;
}

/** The local till answers in this process, without a network between. */
function throughTill() {
	return { httpClient: stripeSdk().createFetchHttpClient(tillFetch) };
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

import path from "node:path";
import { isPaidPlan, type PaidPlanId, PLANS } from "#app/billing/plan.ts";
import { clock } from "#app/platform/clock.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { createApi } from "../../../local/stripe/api.ts";
import { type Ledger, newId, type Subscription } from "../../../local/stripe/ledger.ts";
import { pay } from "../../../local/stripe/pages.ts";
import { Till } from "../../../local/stripe/till.ts";

/** The till of this test's database, with the plans at the prices of the environment. */
export const till = new Till({
	file: path.join(path.dirname(env.databaseFile), "till.json"),
	secretKey: env.stripe.secretKey,
	webhookSecret: env.stripe.webhookSecret,
	prices: { [env.stripe.prices.basic]: priceOf("basic"), [env.stripe.prices.pro]: priceOf("pro") },
	now: () => clock.now(),
});

/** Stripe's API over that till. */
export const tillApi = createApi(till);

function priceOf(plan: PaidPlanId) {
	const { name, pricePerMonth } = PLANS[plan];
	return { name, cents: Math.round(pricePerMonth * 100) };
}

/** Returns the till's ledger as it is now. */
export function readTill(): Ledger {
	return till.read();
}

/** Pays an open checkout. Returns its new state. */
export function payCheckout(checkoutId: string): "paid" | "expired" {
	return till.change((ledger) => {
		const checkout = ledger.checkouts.find(({ id }) => id === checkoutId);
		if (!checkout) throw new Error(`The till has no checkout ${checkoutId}`);
		if (checkout.status === "open") pay(ledger, checkout);
		return checkout.status === "complete" ? "paid" : "expired";
	});
}

/** What can happen to a subscription at Stripe, whoever does it. */
const HAPPENINGS = {
	cancelAtPeriodEnd: (ledger, one) => ledger.cancelAtPeriodEnd(one),
	endSubscription: (ledger, one) => ledger.endSubscription(one),
	failPayment: (ledger, one) => ledger.failPayment(one),
	keepSubscription: (ledger, one) => ledger.keepSubscription(one),
	leaveUnpaid: (ledger, one) => ledger.leaveUnpaid(one),
	payWhatIsOwed: (ledger, one) => ledger.payWhatIsOwed(one),
	changeToBasic: (ledger, one) => ledger.changePrice(one, env.stripe.prices.basic),
	changeToPro: (ledger, one) => ledger.changePrice(one, env.stripe.prices.pro),
	endPeriod: (ledger, one) => ledger.endPeriod(one, one.periodEnd),
} satisfies Record<string, (ledger: Ledger, one: Subscription) => void>;

export type Happening = keyof typeof HAPPENINGS;

/** Creates a customer at Stripe. Returns the id. */
export function createTillCustomer(email = "jane@example.com"): string {
	return till.change((ledger) => ledger.addCustomer({ email }).id);
}

/** Deletes a customer at Stripe, as in its dashboard. */
export function deleteTillCustomer(customerId: string): void {
	till.change((ledger) => {
		const customer = ledger.customers.find(({ id }) => id === customerId);
		if (customer) ledger.removeCustomer(customer);
	});
}

/** Starts a customer's subscription to a plan, or to another price by its id. Returns the id. */
export function subscribe(customerId: string, plan: PaidPlanId | `price_${string}`): string {
	const priceId = isPaidPlan(plan) ? env.stripe.prices[plan] : plan;
	return till.change((ledger) => ledger.startSubscription({ customerId, priceId }).id);
}

/** Makes something happen to a subscription at Stripe. */
export function happen(subscriptionId: string, what: Happening): void {
	till.change((ledger) => {
		const subscription = ledger.subscriptions.find(({ id }) => id === subscriptionId);
		if (!subscription) throw new Error(`The till has no subscription ${subscriptionId}`);
		HAPPENINGS[what](ledger, subscription);
	});
}

/**
 * Creates what the till's pages show: a customer on Basic, an open checkout, and a session of the
 * portal. No webhook reports them.
 */
export function openTill(email: string) {
	return till.change((ledger) => {
		const told = [...ledger.events];
		const { id: customerId } = ledger.addCustomer({ email });
		const { basic, pro } = env.stripe.prices;
		const subscription = ledger.startSubscription({ customerId, priceId: basic });
		const checkout = ledger.openCheckout({
			customerId,
			priceId: pro,
			metadata: { plan: "pro" },
			successUrl: `${env.appUrl}/dashboard?success=true&session_id={CHECKOUT_SESSION_ID}`,
			cancelUrl: `${env.appUrl}/dashboard?cancelled=true`,
		});
		const portal = ledger.openPortal({ customerId, returnUrl: `${env.appUrl}/settings` });
		ledger.events = told;
		return {
			customerId,
			subscriptionId: subscription.id,
			periodEnd: subscription.periodEnd,
			checkoutId: checkout.id,
			portalId: portal.id,
		};
	});
}

/** Gives a customer a card that works, or one that is declined. */
export function giveCard(customerId: string, card: "works" | "declined"): void {
	till.change((ledger) => {
		for (const customer of ledger.customers) {
			if (customer.id === customerId) customer.cardDeclines = card === "declined";
		}
	});
}

/** Returns a webhook that Stripe could send now: its body and its Stripe-Signature header. */
export async function signedEvent({
	type = "customer.subscription.updated",
	object = { id: "sub_1", object: "subscription", customer: "cus_1" } as object,
	createdAt = new Date(),
} = {}): Promise<{ id: string; body: string; signature: string }> {
	const id = newId("evt");
	const created = Math.floor(createdAt.getTime() / 1000);
	const body = JSON.stringify({ id, object: "event", type, created, data: { object } });
	return { id, body, signature: till.sign(body) };
}

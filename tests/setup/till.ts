import { isPaidPlan, type PaidPlanId } from "#app/billing/plan.ts";
import { env } from "#app/platform/env.server.ts";
import { DAY_MS, SECOND_MS } from "#app/platform/time.ts";
import {
	addCustomer,
	cancelAtPeriodEnd,
	changePrice,
	changeTill,
	endPeriod,
	endSubscription,
	failPayment,
	keepSubscription,
	leaveUnpaid,
	payWhatIsOwed,
	readTill,
	removeCustomer,
	startSubscription,
} from "../../local/stripe/billing.ts";
import { signPayload } from "../../local/stripe/events.ts";
import { newId, type TillSubscription } from "../../local/stripe/store.ts";

export { deliverEvents } from "../../local/stripe/events.ts";
export { payCheckout } from "../../local/stripe/hosted.ts";
export { readTill };

/** What can happen to a subscription at Stripe, whoever does it. */
const HAPPENINGS = {
	cancelAtPeriodEnd,
	endSubscription,
	failPayment,
	keepSubscription,
	leaveUnpaid,
	payWhatIsOwed,
	changeToBasic: changeTo("basic"),
	changeToPro: changeTo("pro"),
	endPeriod: (books, subscription) => endPeriod(books, subscription, subscription.periodEnd),
} satisfies Record<string, (books: Books, subscription: TillSubscription) => void>;

type Books = ReturnType<typeof readTill>;

export type Happening = keyof typeof HAPPENINGS;

/** A customer of Stripe's; answers the id. */
export function createTillCustomer(email = "jane@example.com"): string {
	return changeTill((books) => addCustomer(books, { email, metadata: {} }).id);
}

/** Deletes a customer at Stripe, as somebody may at its dashboard. */
export function deleteTillCustomer(customerId: string): void {
	changeTill((books) => {
		const customer = books.customers.find(({ id }) => id === customerId);
		if (customer) removeCustomer(books, customer);
	});
}

/** A subscription that a customer has, by plan or by the id of another price; answers the id. */
export function subscribe(customerId: string, plan: PaidPlanId | `price_${string}`): string {
	const priceId = isPaidPlan(plan) ? env.stripe.prices[plan] : plan;
	return changeTill((books) => startSubscription(books, { customerId, priceId }).id);
}

/** Has something happen to a subscription at Stripe. */
export function happen(subscriptionId: string, what: Happening): void {
	changeTill((books) => {
		const subscription = books.subscriptions.find(({ id }) => id === subscriptionId);
		if (!subscription) throw new Error(`The till has no subscription ${subscriptionId}`);
		HAPPENINGS[what](books, subscription);
	});
}

/**
 * What the till's pages are about: a customer on Basic, a checkout that is open, and a session of
 * the portal. No webhook tells of them.
 */
export function openTill(email: string) {
	return changeTill((books) => {
		const told = [...books.events];
		const customer = addCustomer(books, { email, metadata: {} });
		const created = customer.created;
		const priceId = env.stripe.prices.basic;
		const { id: subscriptionId, periodEnd } = startSubscription(books, {
			customerId: customer.id,
			priceId,
		});
		const checkoutId = newId("cs_test");
		books.checkouts.push({
			id: checkoutId,
			customerId: customer.id,
			priceId: env.stripe.prices.pro,
			metadata: { plan: "pro" },
			successUrl: `${env.appUrl}/dashboard?success=true&session_id={CHECKOUT_SESSION_ID}`,
			cancelUrl: `${env.appUrl}/dashboard?cancelled=true`,
			status: "open",
			created,
			expiresAt: created + DAY_MS / SECOND_MS,
			subscriptionId: null,
		});
		const portalId = newId("bps");
		books.portals.push({
			id: portalId,
			customerId: customer.id,
			configurationId: newId("bpc"),
			returnUrl: `${env.appUrl}/settings`,
			created,
		});
		books.events = told;
		return { customerId: customer.id, subscriptionId, periodEnd, checkoutId, portalId };
	});
}

/** Gives a customer a card that is declined, or one that works. */
export function giveCard(customerId: string, card: "works" | "declined"): void {
	changeTill((books) => {
		for (const customer of books.customers) {
			if (customer.id === customerId) customer.cardDeclines = card === "declined";
		}
	});
}

/** A webhook that Stripe could send now: its body, and its Stripe-Signature header. */
export async function signedEvent({
	id = newId("evt"),
	type = "customer.subscription.updated",
	object = { id: "sub_1", object: "subscription", customer: "cus_1" },
	createdAt = new Date(),
}: {
	id?: string;
	type?: string;
	object?: Record<string, unknown>;
	createdAt?: Date;
} = {}): Promise<{ id: string; body: string; signature: string }> {
	const created = Math.floor(createdAt.getTime() / 1000);
	const body = JSON.stringify({ id, object: "event", type, created, data: { object } });
	return { id, body, signature: await signPayload(body) };
}

function changeTo(plan: PaidPlanId) {
	return (books: Books, subscription: TillSubscription) =>
		changePrice(books, subscription, env.stripe.prices[plan]);
}

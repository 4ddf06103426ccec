/** The till's state in the shape of Stripe's API, limited to the fields that the app reads. */
import type Stripe from "stripe";
import type { Checkout, Configuration, Customer, Ledger, Portal, Subscription } from "./ledger.ts";

const CURRENCY = "usd";
const PRODUCT = "prod_till";

type Shown<T> = T extends object ? { [Name in keyof T]?: Shown<T[Name]> } : T;

export function customer({ id, email, metadata, created }: Customer) {
	return { id, object: "customer", email, metadata, created } satisfies Shown<Stripe.Customer>;
}

export function price(ledger: Ledger, id: string) {
	return {
		id,
		object: "price",
		active: true,
		currency: CURRENCY,
		product: PRODUCT,
		recurring: { interval: "month", interval_count: 1 },
		type: "recurring",
		unit_amount: ledger.centsOf(id),
	} satisfies Shown<Stripe.Price>;
}

export function subscription(ledger: Ledger, one: Subscription) {
	const item = {
		id: one.itemId,
		object: "subscription_item",
		current_period_start: one.periodStart,
		current_period_end: one.periodEnd,
		price: price(ledger, one.priceId),
		quantity: 1,
		subscription: one.id,
	} satisfies Shown<Stripe.SubscriptionItem>;
	return {
		id: one.id,
		object: "subscription",
		cancel_at: one.cancelAt,
		cancel_at_period_end: one.cancelAtPeriodEnd,
		canceled_at: one.canceledAt,
		created: one.created,
		currency: CURRENCY,
		customer: one.customerId,
		ended_at: one.endedAt,
		items: { object: "list", data: [item], has_more: false },
		start_date: one.created,
		status: one.status,
	} satisfies Shown<Stripe.Subscription>;
}

export function checkout(ledger: Ledger, one: Checkout) {
	return {
		id: one.id,
		object: "checkout.session",
		amount_total: ledger.centsOf(one.priceId),
		cancel_url: one.cancelUrl,
		created: one.created,
		currency: CURRENCY,
		customer: one.customerId,
		expires_at: one.expiresAt,
		metadata: one.metadata,
		mode: "subscription",
		payment_status: one.status === "complete" ? "paid" : "unpaid",
		status: one.status,
		subscription: one.subscriptionId,
		success_url: one.successUrl,
		url: one.status === "open" ? pageOf("checkout", one.id, one.successUrl) : null,
	} satisfies Shown<Stripe.Checkout.Session>;
}

export function configuration({ id, features, metadata, created }: Configuration) {
	return { id, object: "billing_portal.configuration", active: true, created, features, metadata };
}

export function portal(one: Portal) {
	return {
		id: one.id,
		object: "billing_portal.session",
		configuration: one.configurationId,
		created: one.created,
		customer: one.customerId,
		return_url: one.returnUrl,
		url: pageOf("portal", one.id, one.returnUrl),
	} satisfies Shown<Stripe.BillingPortal.Session>;
}

type Bill = { id: string; created: number; cents: number; status: "paid" | "open" };

/** An invoice with what an event needs: customer, subscription, amount, and whether it is paid. */
export function invoice(one: Subscription, { id, created, cents, status }: Bill) {
	return {
		id,
		object: "invoice",
		amount_due: cents,
		amount_paid: status === "paid" ? cents : 0,
		created,
		currency: CURRENCY,
		customer: one.customerId,
		next_payment_attempt: one.nextPaymentAt,
		parent: {
			type: "subscription_details",
			subscription_details: { subscription: one.id },
		},
		status,
	} satisfies Shown<Stripe.Invoice>;
}

/** Returns a Stripe list with the first `limit` objects. */
export function list<T>(all: T[], limit: number, url: string) {
	return { object: "list", data: all.slice(0, limit), has_more: all.length > limit, url };
}

/** The address of one of the till's pages, on the same origin as `wayBack`. */
function pageOf(kind: "checkout" | "portal", id: string, wayBack: string): string {
	return new URL(`/local/till/${kind}/${id}`, wayBack).href;
}

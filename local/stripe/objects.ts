/** The till's state in the shape of Stripe's API, limited to the fields that the app reads. */
import type Stripe from "stripe";
import type { Checkout, Configuration, Customer, Portal, Subscription } from "./ledger.ts";

type Shown<T> = T extends object ? { [Name in keyof T]?: Shown<T[Name]> } : T;
type PortalSession = Shown<Stripe.BillingPortal.Session>;

export function customer({ id, email, metadata }: Customer) {
	return { id, object: "customer", email, metadata } satisfies Shown<Stripe.Customer>;
}

export function price(id: string) {
	return { id, object: "price", product: "prod_till" } satisfies Shown<Stripe.Price>;
}

export function subscription(one: Subscription) {
	const item = {
		id: one.itemId,
		object: "subscription_item",
		current_period_end: one.periodEnd,
		price: price(one.priceId),
	} satisfies Shown<Stripe.SubscriptionItem>;
	return {
		id: one.id,
		object: "subscription",
		cancel_at: one.cancelAt,
		cancel_at_period_end: one.cancelAtPeriodEnd,
		created: one.created,
		customer: one.customerId,
		items: { object: "list", data: [item], has_more: false },
		status: one.status,
	} satisfies Shown<Stripe.Subscription>;
}

export function checkout({ id, customerId: customer, metadata, status, successUrl }: Checkout) {
	return {
		id,
		object: "checkout.session",
		customer,
		metadata,
		status,
		url: status === "open" ? pageOf("checkout", id, successUrl) : null,
	} satisfies Shown<Stripe.Checkout.Session>;
}

export function configuration({ id, features, metadata }: Configuration) {
	return { id, object: "billing_portal.configuration", active: true, features, metadata };
}

export function portal({ id, customerId: customer, returnUrl }: Portal) {
	const url = pageOf("portal", id, returnUrl);
	return { id, object: "billing_portal.session", customer, url } satisfies PortalSession;
}

export function invoice(id: string, { customerId }: Subscription) {
	return { id, object: "invoice", customer: customerId } satisfies Shown<Stripe.Invoice>;
}

/** Returns a Stripe list with the first `limit` objects. */
export function list<T>(all: T[], limit: number) {
	return { object: "list", data: all.slice(0, limit), has_more: all.length > limit };
}

/** The address of one of the till's pages, on the same origin as `wayBack`. */
function pageOf(kind: "checkout" | "portal", id: string, wayBack: string): string {
	return new URL(`/local/till/${kind}/${id}`, wayBack).href;
}

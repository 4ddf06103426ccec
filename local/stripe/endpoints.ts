import { type Customer, type Ledger, newId } from "./ledger.ts";
import * as objects from "./objects.ts";
import { ApiError, missing } from "./refusals.ts";

type Params = Map<string, string>;

export type Endpoint = {
	/** A pattern for each parameter's form name. "?" marks an optional one, [*] any inside. */
	takes: Record<string, RegExp>;
	/** Returns the body of the response. Throws an ApiError or CardDeclined. */
	reply: (ledger: Ledger, params: Params, id: string) => unknown;
};

const ANY = /./s;
const EMAIL = /^[^\s@]+@[^\s@]+$/;
const ADDRESS = /^https?:\/\/./;
const LIMIT = /^([1-9]\d?|100)$/;
const DEFAULT_LIMIT = 10;

/** Every request that the app makes. */
export const ENDPOINTS: Record<string, Endpoint> = {
	"POST /v1/customers": {
		takes: { "email?": EMAIL, "metadata[*]?": ANY },
		reply: (ledger, params) => {
			const email = params.get("email") ?? null;
			return objects.customer(ledger.addCustomer({ email, metadata: metadataIn(params) }));
		},
	},

	"POST /v1/customers/:id": {
		takes: { "email?": EMAIL },
		reply: (ledger, params, id) => {
			const customer = customerCalled(ledger, id, "id", 404);
			customer.email = params.get("email") ?? customer.email;
			ledger.record("customer.updated", objects.customer(customer));
			return objects.customer(customer);
		},
	},

	"DELETE /v1/customers/:id": {
		takes: {},
		reply: (ledger, _, id) => {
			ledger.removeCustomer(customerCalled(ledger, id, "id", 404));
			return { id, object: "customer", deleted: true };
		},
	},

	"GET /v1/prices/:id": {
		takes: {},
		reply: (ledger, _, id) => objects.price(priceCalled(ledger, id, "price", 404)),
	},

	"GET /v1/subscriptions": {
		takes: { customer: ANY, status: /^all$/, "limit?": LIMIT },
		reply: (ledger, params) => {
			const { id } = customerIn(ledger, params);
			const all = ledger.subscriptions.filter(({ customerId }) => customerId === id).reverse();
			return objects.list(all.map(objects.subscription), limitIn(params));
		},
	},

	"POST /v1/subscriptions/:id": {
		takes: {
			"items[0][id]": ANY,
			"items[0][price]": ANY,
			proration_behavior: /^always_invoice$/,
			payment_behavior: /^error_if_incomplete$/,
			"cancel_at?": /^$/,
		},
		reply: changeSubscription,
	},

	"POST /v1/checkout/sessions": {
		takes: {
			mode: /^subscription$/,
			customer: ANY,
			"line_items[0][price]": ANY,
			"line_items[0][quantity]": /^1$/,
			"metadata[*]?": ANY,
			success_url: ADDRESS,
			cancel_url: ADDRESS,
		},
		reply: (ledger, params) =>
			objects.checkout(
				ledger.openCheckout({
					customerId: customerIn(ledger, params).id,
					priceId: priceIn(ledger, params, "line_items[0][price]"),
					metadata: metadataIn(params),
					successUrl: params.get("success_url") ?? "",
					cancelUrl: params.get("cancel_url") ?? "",
				}),
			),
	},

	"GET /v1/checkout/sessions/:id": {
		takes: {},
		reply: (ledger, _, id) => objects.checkout(checkoutCalled(ledger, id)),
	},

	"POST /v1/checkout/sessions/:id/expire": {
		takes: {},
		reply: (ledger, _, id) => {
			const checkout = checkoutCalled(ledger, id);
			if (checkout.status !== "open") {
				throw new ApiError(
					400,
					`Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${checkout.status}\`.`,
				);
			}
			ledger.closeCheckout(checkout);
			return objects.checkout(checkout);
		},
	},

	"GET /v1/billing_portal/configurations": {
		takes: { "active?": /^true$/, "limit?": LIMIT },
		reply: (ledger, params) =>
			objects.list(ledger.configurations.toReversed().map(objects.configuration), limitIn(params)),
	},

	"POST /v1/billing_portal/configurations": {
		takes: { "features[*]?": ANY, "metadata[*]?": ANY },
		reply: (ledger, params) => {
			const { features = {} } = nested(params) as { features?: unknown };
			const configuration = { id: newId("bpc"), features, metadata: metadataIn(params) };
			ledger.configurations.push(configuration);
			return objects.configuration(configuration);
		},
	},

	"POST /v1/billing_portal/sessions": {
		takes: { customer: ANY, configuration: ANY, return_url: ADDRESS },
		reply: (ledger, params) => {
			const configurationId = params.get("configuration") ?? "";
			if (!ledger.configurations.some(({ id }) => id === configurationId)) {
				throw missing("configuration", configurationId, "configuration", 400);
			}
			const returnUrl = params.get("return_url") ?? "";
			const customerId = customerIn(ledger, params).id;
			return objects.portal(ledger.openPortal({ customerId, returnUrl }));
		},
	},
};

function changeSubscription(ledger: Ledger, params: Params, id: string) {
	const subscription = ledger.subscriptions.find((one) => one.id === id);
	if (!subscription) throw missing("subscription", id, "id", 404);
	if (subscription.status === "canceled") {
		throw new ApiError(
			400,
			"A canceled subscription can only update its cancellation_details and metadata.",
		);
	}
	const itemId = params.get("items[0][id]") ?? "";
	if (itemId !== subscription.itemId) {
		throw missing("subscription_item", itemId, "items[0][id]", 400);
	}
	ledger.changePrice(subscription, priceIn(ledger, params, "items[0][price]"));
	if (params.has("cancel_at")) ledger.keepSubscription(subscription);
	return objects.subscription(subscription);
}

function customerIn(ledger: Ledger, params: Params): Customer {
	return customerCalled(ledger, params.get("customer") ?? "", "customer", 400);
}

function customerCalled(ledger: Ledger, id: string, param: string, status: 400 | 404): Customer {
	const customer = ledger.customers.find((one) => one.id === id && !one.isDeleted);
	if (!customer) throw missing("customer", id, param, status);
	return customer;
}

function priceIn(ledger: Ledger, params: Params, param: string): string {
	return priceCalled(ledger, params.get(param) ?? "", param, 400);
}

function priceCalled(ledger: Ledger, id: string, param: string, status: 400 | 404): string {
	if (!Object.hasOwn(ledger.prices, id)) throw missing("price", id, param, status);
	return id;
}

function checkoutCalled(ledger: Ledger, id: string) {
	const checkout = ledger.checkouts.find((one) => one.id === id);
	if (!checkout) throw missing("checkout.session", id, "session", 404);
	return checkout;
}

function limitIn(params: Params): number {
	return Number(params.get("limit") ?? DEFAULT_LIMIT);
}

function metadataIn(params: Params): Record<string, string> {
	const { metadata = {} } = nested(params) as { metadata?: Record<string, string> };
	return metadata;
}

/** Parses a form as Stripe does: "a[b]=1&c[0][d]=true" is { a: { b: "1" }, c: [{ d: true }] }. */
function nested(params: Params): unknown {
	return nest([...params].map(([name, value]) => [name.replaceAll("]", "").split("["), value]));
}

function nest(entries: [path: string[], value: string][]): unknown {
	const [[path, value] = [[], ""]] = entries;
	if (path.length === 0) return value === "true" ? true : value === "false" ? false : value;
	const groups = Map.groupBy(entries, ([[first = ""]]) => first);
	const pairs = [...groups].map(([name, group]): [string, unknown] => [
		name,
		nest(group.map(([[, ...rest], one]) => [rest, one])),
	]);
	const isList = pairs.every(([name], at) => name === String(at));
	return isList ? pairs.map(([, one]) => one) : Object.fromEntries(pairs);
}

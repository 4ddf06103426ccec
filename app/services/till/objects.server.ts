import type Stripe from "stripe";
import { OTHER_PREMIUM, PLANS } from "~/schemas/plan";
import { planOfPrice } from "../prices.server";
import type {
	TillCheckout,
	TillConfiguration,
	TillCustomer,
	TillPortal,
	TillSubscription,
} from "./store.server";

const CURRENCY = "usd";
const PRODUCT = "prod_till";
/** When the prices were made: long before any customer. */
const PRICES_SINCE = 1_767_225_600;

const NO_TAX = { disabled_reason: null, enabled: false, liability: null } as const;

/** The SDK makes a Decimal of what Stripe writes as a string. */
type Wire<T, Decimals extends keyof T> = Omit<T, Decimals> & Record<Decimals, string>;

type WirePrice = Wire<Stripe.Price, "unit_amount_decimal">;
type WireItem = Omit<Stripe.SubscriptionItem, "price" | "plan"> & {
	price: WirePrice;
	plan: Wire<Stripe.Plan, "amount_decimal">;
};
type WireSubscription = Omit<Stripe.Subscription, "items"> & {
	items: Omit<Stripe.ApiList<WireItem>, "data"> & { data: WireItem[] };
};

/** What a price costs a month, in cents. */
export function amountOf(priceId: string): number {
	const plan = planOfPrice(priceId);
	const { pricePerMonth } = plan ? PLANS[plan] : OTHER_PREMIUM;
	return Math.round(pricePerMonth * 100);
}

export function priceObject(id: string): WirePrice {
	return {
		id,
		object: "price",
		active: true,
		billing_scheme: "per_unit",
		created: PRICES_SINCE,
		currency: CURRENCY,
		custom_unit_amount: null,
		livemode: false,
		lookup_key: null,
		metadata: {},
		nickname: null,
		product: PRODUCT,
		recurring: {
			interval: "month",
			interval_count: 1,
			meter: null,
			trial_period_days: null,
			usage_type: "licensed",
		},
		tax_behavior: "unspecified",
		tiers_mode: null,
		transform_quantity: null,
		type: "recurring",
		unit_amount: amountOf(id),
		unit_amount_decimal: String(amountOf(id)),
	};
}

export function customerObject(customer: TillCustomer): Stripe.Customer {
	return {
		id: customer.id,
		object: "customer",
		balance: 0,
		created: customer.created,
		default_source: null,
		delinquent: false,
		description: null,
		email: customer.email,
		invoice_settings: {
			custom_fields: null,
			default_payment_method: null,
			footer: null,
			rendering_options: null,
		},
		livemode: false,
		metadata: customer.metadata,
		shipping: null,
	};
}

export function subscriptionObject(subscription: TillSubscription): WireSubscription {
	const { id, created, cancelAt, canceledAt } = subscription;
	return {
		id,
		object: "subscription",
		application: null,
		application_fee_percent: null,
		automatic_tax: NO_TAX,
		billing_cycle_anchor: created,
		billing_cycle_anchor_config: null,
		billing_mode: { type: "flexible", flexible: null },
		billing_schedules: [],
		billing_thresholds: null,
		cancel_at: cancelAt,
		cancel_at_period_end: subscription.cancelAtPeriodEnd,
		canceled_at: canceledAt,
		cancellation_details: {
			comment: null,
			feedback: null,
			feedback_option: null,
			reason: canceledAt === null ? null : "cancellation_requested",
		},
		collection_method: "charge_automatically",
		created,
		currency: CURRENCY,
		customer: subscription.customerId,
		customer_account: null,
		days_until_due: null,
		default_payment_method: null,
		default_source: null,
		description: null,
		discounts: [],
		ended_at: subscription.endedAt,
		invoice_settings: {
			account_tax_ids: null,
			custom_fields: null,
			description: null,
			footer: null,
			issuer: { type: "self" },
		},
		items: itemList(subscription),
		latest_invoice: null,
		livemode: false,
		managed_payments: null,
		metadata: {},
		next_pending_invoice_item_invoice: null,
		on_behalf_of: null,
		pause_collection: null,
		payment_settings: null,
		pending_invoice_item_interval: null,
		pending_setup_intent: null,
		pending_update: null,
		schedule: null,
		start_date: created,
		status: subscription.status,
		test_clock: null,
		transfer_data: null,
		trial_end: null,
		trial_settings: null,
		trial_start: null,
	};
}

function itemList(subscription: TillSubscription): WireSubscription["items"] {
	return {
		object: "list",
		data: [itemObject(subscription)],
		has_more: false,
		url: `/v1/subscription_items?subscription=${subscription.id}`,
	};
}

function itemObject(subscription: TillSubscription): WireItem {
	const { itemId, priceId, created, periodStart, periodEnd } = subscription;
	return {
		id: itemId,
		object: "subscription_item",
		billing_thresholds: null,
		created,
		current_period_end: periodEnd,
		current_period_start: periodStart,
		current_trial: null,
		discounts: [],
		metadata: {},
		plan: {
			id: priceId,
			object: "plan",
			active: true,
			amount: amountOf(priceId),
			amount_decimal: String(amountOf(priceId)),
			billing_scheme: "per_unit",
			created: PRICES_SINCE,
			currency: CURRENCY,
			interval: "month",
			interval_count: 1,
			livemode: false,
			metadata: {},
			meter: null,
			nickname: null,
			product: PRODUCT,
			tiers_mode: null,
			transform_usage: null,
			trial_period_days: null,
			usage_type: "licensed",
		},
		price: priceObject(priceId),
		quantity: 1,
		subscription: subscription.id,
		tax_rates: [],
	};
}

/** The parts of a checkout that say something; the others would all be null. */
export function checkoutObject(checkout: TillCheckout) {
	const isComplete = checkout.status === "complete";
	return {
		id: checkout.id,
		object: "checkout.session",
		amount_subtotal: amountOf(checkout.priceId),
		amount_total: amountOf(checkout.priceId),
		cancel_url: checkout.cancelUrl,
		created: checkout.created,
		currency: CURRENCY,
		customer: checkout.customerId,
		expires_at: checkout.expiresAt,
		livemode: false,
		metadata: checkout.metadata,
		mode: "subscription",
		payment_method_types: ["card"],
		payment_status: isComplete ? "paid" : "unpaid",
		status: checkout.status,
		subscription: checkout.subscriptionId,
		success_url: checkout.successUrl,
		ui_mode: "hosted_page",
		url: checkout.status === "open" ? pageOf("checkout", checkout.id, checkout.successUrl) : null,
	} satisfies Partial<Stripe.Checkout.Session>;
}

export function configurationObject(configuration: TillConfiguration) {
	return {
		id: configuration.id,
		object: "billing_portal.configuration",
		active: true,
		application: null,
		business_profile: { headline: null, privacy_policy_url: null, terms_of_service_url: null },
		created: configuration.created,
		default_return_url: null,
		features: configuration.features as Stripe.BillingPortal.Configuration.Features,
		is_default: false,
		livemode: false,
		login_page: { enabled: false, url: null },
		metadata: configuration.metadata,
		name: null,
		updated: configuration.created,
	} satisfies Stripe.BillingPortal.Configuration;
}

export function portalObject(portal: TillPortal): Stripe.BillingPortal.Session {
	return {
		id: portal.id,
		object: "billing_portal.session",
		configuration: portal.configurationId,
		created: portal.created,
		customer: portal.customerId,
		customer_account: null,
		flow: null,
		livemode: false,
		locale: null,
		on_behalf_of: null,
		return_url: portal.returnUrl,
		url: pageOf("portal", portal.id, portal.returnUrl),
	};
}

/** An invoice as far as an event tells of it: who, for which subscription, how much, paid or not. */
export function invoiceObject(
	id: string,
	subscription: TillSubscription,
	{ created, amount, isPaid }: { created: number; amount: number; isPaid: boolean },
) {
	return {
		id,
		object: "invoice",
		amount_due: amount,
		amount_paid: isPaid ? amount : 0,
		amount_remaining: isPaid ? 0 : amount,
		attempt_count: isPaid ? 1 : subscription.failedPayments,
		attempted: true,
		created,
		currency: CURRENCY,
		customer: subscription.customerId,
		livemode: false,
		next_payment_attempt: subscription.nextPaymentAt,
		parent: {
			type: "subscription_details",
			quote_details: null,
			subscription_details: { metadata: null, subscription: subscription.id },
		},
		period_end: subscription.periodEnd,
		period_start: subscription.periodStart,
		status: isPaid ? "paid" : "open",
		total: amount,
	} satisfies Partial<Stripe.Invoice>;
}

/** The till's page, at the app that the way back leads to. */
function pageOf(kind: "checkout" | "portal", id: string, wayBack: string): string {
	return new URL(`/local/till/${kind}/${id}`, wayBack).href;
}

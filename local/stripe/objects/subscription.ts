import type Stripe from "stripe";
import type { TillSubscription } from "../store.ts";
import {
	amountOf,
	CURRENCY,
	PRICES_SINCE,
	PRODUCT,
	priceObject,
	type Wire,
	type WirePrice,
} from "./price.ts";

const NO_TAX = { disabled_reason: null, enabled: false, liability: null } as const;

type WireItem = Omit<Stripe.SubscriptionItem, "price" | "plan"> & {
	price: WirePrice;
	plan: Wire<Stripe.Plan, "amount_decimal">;
};
type WireSubscription = Omit<Stripe.Subscription, "items"> & {
	items: Omit<Stripe.ApiList<WireItem>, "data"> & { data: WireItem[] };
};

/** A subscription as Stripe's API shows one, with its one item. */
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

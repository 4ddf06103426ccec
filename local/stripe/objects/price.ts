import type Stripe from "stripe";
import { OTHER_PREMIUM, PLANS } from "#app/billing/plan.ts";
import { planOfPrice } from "#app/billing/prices.server.ts";

export const CURRENCY = "usd";
export const PRODUCT = "prod_till";
/** When the prices were made: long before any customer. */
export const PRICES_SINCE = 1_767_225_600;

/** The SDK makes a Decimal of what Stripe writes as a string. */
export type Wire<T, Decimals extends keyof T> = Omit<T, Decimals> & Record<Decimals, string>;

export type WirePrice = Wire<Stripe.Price, "unit_amount_decimal">;

/** What a price costs a month, in cents. */
export function amountOf(priceId: string): number {
	const plan = planOfPrice(priceId);
	const { pricePerMonth } = plan ? PLANS[plan] : OTHER_PREMIUM;
	return Math.round(pricePerMonth * 100);
}

/** A price as Stripe's API shows it. */
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

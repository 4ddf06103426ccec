import crypto from "node:crypto";
import type Stripe from "stripe";

/**
 * What Stripe's portal lets people do: change card and billing details, see invoices, change the
 * plan, and cancel at the end of the period. The address of the account is changed in Smallprint
 * alone. `version` names exactly these features.
 */
export function portalFeatures(prices: Stripe.Price[]): {
	features: Stripe.BillingPortal.ConfigurationCreateParams.Features;
	version: string;
} {
	const features: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
		customer_update: { enabled: true, allowed_updates: ["name", "address", "tax_id"] },
		invoice_history: { enabled: true },
		payment_method_update: { enabled: true },
		subscription_cancel: { enabled: true, mode: "at_period_end" },
		subscription_update: {
			enabled: true,
			default_allowed_updates: ["price"],
			// Stripe's default is none, which would give Pro away for what is left of a Basic month.
			proration_behavior: "always_invoice",
			products: productsOf(prices),
		},
	};
	const version = crypto.createHash("sha256").update(JSON.stringify(features)).digest("hex");
	return { features, version };
}

function productsOf(prices: Stripe.Price[]) {
	const byProduct = Map.groupBy(prices, ({ product }) =>
		typeof product === "string" ? product : product.id,
	);
	return [...byProduct].map(([product, ofProduct]) => ({
		product,
		prices: ofProduct.map(({ id }) => id),
	}));
}

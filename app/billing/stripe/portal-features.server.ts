import crypto from "node:crypto";
import type Stripe from "stripe";

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features;

/**
 * What the portal allows: changing the card and billing details, seeing invoices, changing the
 * plan, and cancelling at the end of the period. The e-mail address is changed in Smallprint only.
 * `version` identifies this exact set of features.
 */
export function portalFeatures(prices: Stripe.Price[]): { features: Features; version: string } {
	const features: Features = {
		customer_update: { enabled: true, allowed_updates: ["name", "address", "tax_id"] },
		invoice_history: { enabled: true },
		payment_method_update: { enabled: true },
		subscription_cancel: { enabled: true, mode: "at_period_end" },
		subscription_update: {
			enabled: true,
			default_allowed_updates: ["price"],
			// Stripe's default is none, which would give away Pro for the rest of a Basic month.
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

import type Stripe from "stripe";
import type { TillCustomer } from "../store.ts";

/** A customer as Stripe's API shows one. */
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

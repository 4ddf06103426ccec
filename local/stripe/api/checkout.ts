import { z } from "zod";
import { DAY_MS, SECOND_MS } from "#app/platform/time.ts";
import { closeCheckout, nowInSeconds } from "../billing.ts";
import { checkoutObject } from "../objects/checkout.ts";
import { type Books, newId } from "../store.ts";
import { customerNamed } from "./customer.ts";
import { type Endpoint, endpoint, metadata } from "./endpoint.ts";
import { ApiError, missing } from "./error.ts";
import { priceNamed } from "./price.ts";

/** As at Stripe. */
const CHECKOUT_LIFE_S = DAY_MS / SECOND_MS;

export const CHECKOUT_ENDPOINTS: Endpoint[] = [
	endpoint(
		"POST",
		"/checkout/sessions",
		z.strictObject({
			mode: z.literal("subscription"),
			customer: z.string(),
			line_items: z.tuple([z.strictObject({ price: z.string(), quantity: z.literal("1") })]),
			metadata,
			success_url: z.url(),
			cancel_url: z.url(),
		}),
		{
			answer: (books, _, params) => {
				const created = nowInSeconds();
				const checkout = {
					id: newId("cs_test"),
					customerId: customerNamed(books, params.customer).id,
					priceId: priceNamed(params.line_items[0].price, "line_items[0][price]"),
					metadata: params.metadata,
					successUrl: params.success_url,
					cancelUrl: params.cancel_url,
					status: "open" as const,
					created,
					expiresAt: created + CHECKOUT_LIFE_S,
					subscriptionId: null,
				};
				books.checkouts.push(checkout);
				return checkoutObject(checkout);
			},
		},
	),

	endpoint("GET", "/checkout/sessions/:id", z.strictObject({}), {
		answer: (books, id) => checkoutObject(checkoutAt(books, id)),
	}),

	endpoint("POST", "/checkout/sessions/:id/expire", z.strictObject({}), {
		answer: (books, id) => {
			const checkout = checkoutAt(books, id);
			if (checkout.status !== "open") {
				throw new ApiError(
					400,
					`Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${checkout.status}\`.`,
				);
			}
			closeCheckout(books, checkout);
			return checkoutObject(checkout);
		},
	}),
];

function checkoutAt(books: Books, id: string) {
	const checkout = books.checkouts.find((one) => one.id === id);
	if (!checkout) throw missing("checkout.session", id, "session", 404);
	return checkout;
}

import { z } from "zod";
import { changePrice, keepSubscription } from "../billing.ts";
import { subscriptionObject } from "../objects/subscription.ts";
import { customerNamed } from "./customer.ts";
import { type Endpoint, endpoint, list, toList } from "./endpoint.ts";
import { ApiError, missing } from "./error.ts";
import { priceNamed } from "./price.ts";

export const SUBSCRIPTION_ENDPOINTS: Endpoint[] = [
	endpoint(
		"GET",
		"/subscriptions",
		z.strictObject({ customer: z.string(), status: z.literal("all"), ...list }),
		{
			answer: (books, _, { customer, limit }) => {
				customerNamed(books, customer);
				const all = books.subscriptions.filter(({ customerId }) => customerId === customer);
				return toList(all.toReversed().map(subscriptionObject), limit, "/v1/subscriptions");
			},
		},
	),

	endpoint(
		"POST",
		"/subscriptions/:id",
		z.strictObject({
			items: z.tuple([z.strictObject({ id: z.string(), price: z.string() })]),
			proration_behavior: z.literal("always_invoice"),
			payment_behavior: z.literal("error_if_incomplete"),
			cancel_at: z.literal("").optional(),
		}),
		{
			answer: (books, id, { items: [item], cancel_at }) => {
				const subscription = books.subscriptions.find((one) => one.id === id);
				if (!subscription) throw missing("subscription", id, "id", 404);
				if (subscription.status === "canceled") {
					throw new ApiError(
						400,
						"A canceled subscription can only update its cancellation_details and metadata.",
					);
				}
				if (item.id !== subscription.itemId) {
					throw missing("subscription_item", item.id, "items[0][id]", 400);
				}
				changePrice(books, subscription, priceNamed(item.price, "items[0][price]"));
				if (cancel_at === "") keepSubscription(books, subscription);
				return subscriptionObject(subscription);
			},
		},
	),
];

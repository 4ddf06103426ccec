import { env } from "#app/platform/env/env.server.ts";
import { ask, idempotencyKey, stripe } from "./client.server.ts";
import { CustomerGone } from "./errors.server.ts";

/**
 * Creates an account's customer and returns its id. `afterCustomerId` is the earlier customer that
 * is gone at Stripe; two calls with the same one get the same customer. Throws PaymentsUnavailable.
 */
export function createCustomer(
	userId: string,
	email: string,
	afterCustomerId: string | null = null,
): Promise<string> {
	return ask(async () => {
		const customer = await stripe().customers.create(
			{ email, metadata: { user_id: userId } },
			{ idempotencyKey: idempotencyKey("customer", userId, email, afterCustomerId ?? "first") },
		);
		return customer.id;
	});
}

/** Returns the address at which people see a customer's payments: Stripe's, or the local till's. */
export function customerPage(customerId: string): string {
	if (env.mode === "local") return "/local/till";
	const mode = env.stripe.secretKey.includes("_test_") ? "test/" : "";
	return `https://dashboard.stripe.com/${mode}customers/${customerId}`;
}

/** Tells Stripe the account's new address. Throws PaymentsUnavailable and CustomerGone. */
export async function updateCustomerEmail(customerId: string, email: string): Promise<void> {
	await ask(() => stripe().customers.update(customerId, { email }), "id");
}

/**
 * Deletes a customer. That ends their subscriptions at once and leaves no checkout that could be
 * paid (Stripe's API reference, "Delete a customer"). Does nothing if the customer is gone.
 * Throws PaymentsUnavailable.
 */
export async function deleteCustomer(customerId: string): Promise<void> {
	try {
		await ask(() => stripe().customers.del(customerId), "id");
	} catch (error) {
		if (!(error instanceof CustomerGone)) throw error;
	}
}

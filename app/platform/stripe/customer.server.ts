import { ask, idempotencyKey, stripe } from "./client.server.ts";
import { CustomerGone } from "./errors.server.ts";

/**
 * Makes the customer of an account; answers its id. Two calls after the same earlier customer, which
 * is gone at Stripe, get the same one. Throws PaymentsUnavailable.
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

/** Tells Stripe the account's new address. Throws PaymentsUnavailable and CustomerGone. */
export async function updateCustomerEmail(customerId: string, email: string): Promise<void> {
	await ask(() => stripe().customers.update(customerId, { email }), "id");
}

/**
 * Deletes a customer, which ends every subscription of theirs at once and leaves no checkout that
 * could be paid (Stripe's API reference, "Delete a customer"). One that is gone already is fine.
 * Throws PaymentsUnavailable.
 */
export async function deleteCustomer(customerId: string): Promise<void> {
	try {
		await ask(() => stripe().customers.del(customerId), "id");
	} catch (error) {
		if (!(error instanceof CustomerGone)) throw error;
	}
}

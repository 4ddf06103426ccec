import { planOf } from "#app/billing/plan.server.ts";
import type { PaidPlanId } from "#app/billing/plan.ts";
import { rereadAt } from "#app/billing/subscription.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { createTillCustomer, subscribe } from "../stand-ins/till.ts";
import { createUser } from "./user.ts";

/**
 * Creates a user who is a customer at Stripe, subscribed to a plan or to another price by its id if
 * one is given. The worker has yet to read the subscription.
 */
export async function createCustomer(plan?: PaidPlanId | `price_${string}`) {
	const user = await createUser();
	const customerId = createTillCustomer(user.email);
	const subscriptionId = plan ? subscribe(customerId, plan) : "";
	await storeCustomer(user, customerId);
	await transaction(async (tx) => rereadAt(tx, customerId));
	return { user, customerId, subscriptionId };
}

/** Makes a user the account of a customer at Stripe, whose subscription was never read. */
export async function storeCustomer(
	{ userId, email }: { userId: string; email: string },
	id: string,
): Promise<void> {
	await transaction((tx) =>
		tx.customer.create({ data: { id, userId, email, createdAt: clock.now() } }),
	);
}

/** Returns the id of the plan that an account has now. */
export async function planId(access: { userId: string }) {
	return (await planOf(access)).id;
}

/** Stores a webhook of Stripe's that came now, as if it had been received. */
export async function storeEvent({
	id = `evt_${crypto.randomUUID()}`,
	type = "customer.subscription.created",
	customerId,
}: {
	id?: string;
	type?: string;
	customerId: string;
}): Promise<void> {
	const now = clock.now();
	await transaction((tx) =>
		tx.stripeEvent.create({ data: { id, type, customerId, createdAt: now, receivedAt: now } }),
	);
}

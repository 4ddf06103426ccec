import type { AdminAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { type Keyset, pageOf } from "#app/platform/db/keyset.ts";
import { readEvent } from "#app/platform/stripe/event.server.ts";
import { rereadAt } from "./subscription.server.ts";

const EVENTS_A_PAGE = 20;

/**
 * Takes a webhook: keeps its id and has its customer's subscription read again. Nothing else of it
 * is believed, so that repeats, losses and a wrong order can't matter (decision 22); a customer that
 * is not ours changes nothing. Answers false when the signature is wrong or too old.
 */
export async function receiveWebhook(body: string, signature: string): Promise<boolean> {
	const event = await readEvent(body, signature);
	if (!event) return false;
	const { id, type, customerId, createdAt } = event;
	await transaction(async (tx) => {
		const seen = await tx.stripeEvent.findUnique({ where: { id }, select: { id: true } });
		if (seen) return;
		await tx.stripeEvent.create({
			data: { id, type, customerId, createdAt, receivedAt: clock.now() },
		});
		const isOurs = customerId && (await tx.customer.count({ where: { id: customerId } })) > 0;
		if (isOurs) rereadAt(tx, customerId);
	});
	return true;
}

/** A page of 20 of Stripe's webhooks, the newest first, each with the account that it is about. */
export async function listWebhooks(_access: AdminAccess, before: Keyset | null) {
	// As olderThan, by the column that these are ordered by.
	const received = before && {
		receivedAt: { lte: before.at },
		OR: [{ receivedAt: { lt: before.at } }, { id: { lt: before.id } }],
	};
	const events = await db.stripeEvent.findMany({
		where: received ?? {},
		orderBy: [{ receivedAt: "desc" }, { id: "desc" }],
		take: EVENTS_A_PAGE + 1,
		select: { id: true, type: true, customerId: true, receivedAt: true },
	});
	const { rows, next } = pageOf(
		events.map(({ receivedAt, ...event }) => ({ ...event, createdAt: receivedAt })),
		EVENTS_A_PAGE,
	);
	const accounts = await accountsOfCustomers(rows.map(({ customerId }) => customerId));
	return {
		events: rows.map(({ createdAt, ...event }) => ({
			...event,
			receivedAt: createdAt,
			account: accounts.get(event.customerId ?? "") ?? null,
		})),
		next,
	};
}

/** The accounts behind Stripe's customers, by the customer's id; a stranger's customer has none. */
export async function accountsOfCustomers(
	customerIds: (string | null)[],
): Promise<Map<string, { id: string; email: string }>> {
	const customers = await db.customer.findMany({
		where: { id: { in: customerIds.filter((id) => id !== null) } },
		select: { id: true, user: { select: { id: true, email: true } } },
	});
	return new Map(customers.map(({ id, user }) => [id, user]));
}

import type { AdminAccess } from "#app/accounts/access.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { type Keyset, pageOf } from "#app/platform/db/keyset.ts";
import { readEvent } from "#app/platform/stripe/event.server.ts";
import { rereadAt } from "./subscription.server.ts";

const EVENTS_A_PAGE = 20;

/**
 * Stores a webhook's id and schedules a reading of its customer's subscription. Nothing else in the
 * event is trusted, so repeated, lost and reordered events do no harm (product.md, rule 22). An
 * unknown customer changes nothing. Returns false when the signature is wrong or too old.
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

/** Returns a page of 20 webhooks, newest first, each with the account that it concerns. */
export async function listWebhooks(_access: AdminAccess, before: Keyset | null) {
	// The same condition as olderThan, on the column that orders this list.
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
	const dated = events.map((event) => ({ ...event, createdAt: event.receivedAt }));
	const { rows, next } = pageOf(dated, EVENTS_A_PAGE);
	const accounts = await accountsOfCustomers(rows.map(({ customerId }) => customerId));
	const withAccounts = rows.map(({ createdAt: _, ...event }) => {
		return { ...event, account: accounts.get(event.customerId ?? "") ?? null };
	});
	return { events: withAccounts, next };
}

/** Maps the ids of Stripe's customers to their accounts. Unknown customers are left out. */
export async function accountsOfCustomers(
	customerIds: (string | null)[],
): Promise<Map<string, { id: string; email: string }>> {
	const customers = await db.customer.findMany({
		where: { id: { in: customerIds.filter((id) => id !== null) } },
		select: { id: true, user: { select: { id: true, email: true } } },
	});
	return new Map(customers.map(({ id, user }) => [id, user]));
}

import type { AppAccess } from "#app/accounts/access.server.ts";
import { planOf } from "#app/billing/plan.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { subscriberIdOf } from "./unsubscribe-link.server.ts";

/** How long a mailed link confirms, and an address that is not confirmed is kept. */
export const CONFIRM_MS = DAY_MS;

/** Returns how many people are told of changes to the documents of the owner's app. */
export function countSubscribers({ appId, userId }: AppAccess): Promise<number> {
	return db.subscriber.count({ where: { appId, app: { userId }, confirmedAt: { not: null } } });
}

/** Returns whether an app has as many subscribers as its owner's plan allows. */
export async function isListFull(
	tx: Transaction,
	{ id: appId, userId }: { id: string; userId: string },
): Promise<boolean> {
	const { subscriberLimit } = await planOf({ userId }, tx);
	const where = { appId, confirmedAt: { not: null } };
	return (await tx.subscriber.count({ where })) >= subscriberLimit;
}

/** Returns the app whose changes the holder of an unsubscribe link is told of, or null. */
export async function readSubscribed(token: string) {
	const id = subscriberIdOf(token);
	const subscriber = id && (await db.subscriber.findUnique({ where: { id }, select: OF_APP }));
	return subscriber ? subscriber.app : null;
}

/** Ends the mail of an unsubscribe link. Returns the app that it was about, or null for none. */
export async function unsubscribe(token: string) {
	const id = subscriberIdOf(token);
	if (id === null) return null;
	return transaction(async (tx) => {
		const subscriber = await tx.subscriber.findUnique({ where: { id }, select: OF_APP });
		if (!subscriber) return null;
		await tx.subscriber.delete({ where: { id } });
		return subscriber.app;
	});
}

const OF_APP = {
	app: { select: { name: true, slug: true, user: { select: { accountName: true } } } },
} as const;

/** Deletes addresses that nobody confirmed within a day. Returns how many. */
export async function forgetUnconfirmedSubscribers(): Promise<number> {
	const { count } = await transaction((tx) =>
		tx.subscriber.deleteMany({
			where: { confirmedAt: null, createdAt: { lt: later(clock.now(), -CONFIRM_MS) } },
		}),
	);
	return count;
}

import { unsubscribeUrl } from "#app/documents/notices/unsubscribe-link.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { freshEmail } from "../mailed.ts";

type App = { appId: string };

/** Creates somebody who is told of changes to an app's documents. Returns the link that ends it. */
export async function createSubscriber({ appId }: App, email = freshEmail()) {
	const now = clock.now();
	const data = { appId, email, createdAt: now, confirmedAt: now };
	const { id } = await transaction((tx) => tx.subscriber.create({ data }));
	return { id, email, unsubscribePath: new URL(unsubscribeUrl(id)).pathname };
}

/** Creates many at once. */
export async function createSubscribers({ appId }: App, count: number): Promise<void> {
	const now = clock.now();
	await transaction((tx) =>
		tx.subscriber.createMany({
			data: Array.from({ length: count }, () => ({
				...{ appId, email: freshEmail(), createdAt: now, confirmedAt: now },
			})),
		}),
	);
}

/** Returns the addresses on an app's list, with whether each is confirmed. */
export async function subscribersOf({ appId }: App) {
	const rows = await db.subscriber.findMany({ where: { appId }, orderBy: { id: "asc" } });
	return rows.map(({ email, confirmedAt }) => ({ email, isConfirmed: confirmedAt !== null }));
}

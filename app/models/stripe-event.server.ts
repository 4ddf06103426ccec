import { transaction } from "~/lib/db.server";
import { clock } from "~/services/clock.server";
import { readEvent } from "~/services/stripe/event.server";
import { rereadSoon } from "./subscription.server";

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
		if (customerId) await rereadSoon(tx, { id: customerId });
	});
	return true;
}

import { clock } from "#app/platform/clock.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { KEEP_HELD_MS } from "./held-mail.server.ts";

/** Long enough that no carrier delivers a mail anew, so that a repeat is known. */
const KEEP_MS = 30 * DAY_MS;

/** Removes mails that came in over 30 days ago, and those that were held for 7. Returns how many. */
export async function forgetInboundMail(): Promise<number> {
	const now = clock.now();
	return transaction(async (tx) => {
		const held = await tx.inboundMail.deleteMany({
			where: { outcome: "held", receivedAt: { lt: later(now, -KEEP_HELD_MS) } },
		});
		const old = await tx.inboundMail.deleteMany({
			where: { receivedAt: { lt: later(now, -KEEP_MS) } },
		});
		return held.count + old.count;
	});
}

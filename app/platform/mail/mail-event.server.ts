import { clock } from "#app/platform/clock.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { logEvent } from "#app/platform/log.server.ts";
import type { MailEvent } from "./mail-event.ts";
import { clearUndeliverable, markUndeliverable } from "./undeliverable.sql.ts";

type Received = "stored" | "early";

/**
 * Stores what Postmark says about a mail: its failure on the mail, and what is for good on the
 * mailbox (product.md, rule 80). Of the event only the mail's ids and the reason are believed; the
 * mailbox is the one that our row names. A repeat, and a mail that is not ours, change nothing.
 * Returns "early", and stores nothing, while the worker has not noted yet that the mail was taken.
 */
export async function receiveMailEvent(event: MailEvent): Promise<Received> {
	if (event.kind === "reactivated") {
		await transaction(async (tx) => clearUndeliverable(tx, event.email));
		return "stored";
	}
	const { kind, mailId, messageId, reason, isForGood } = event;
	return transaction(async (tx) => {
		const mail = await tx.outboxMail.findFirst({
			where: mailId === null ? { messageId } : { id: mailId },
			select: { id: true, recipient: true, sentAt: true, failedAt: true },
		});
		// Told before, or given up by us after all.
		if (!mail || mail.failedAt) return "stored";
		if (!mail.sentAt) return "early";
		await tx.outboxMail.update({
			where: { id: mail.id },
			data: { failedAt: clock.now(), lastError: reason },
		});
		if (isForGood) markUndeliverable(tx, mail.recipient, { kind, reason });
		logEvent("mail came back", { mailId: mail.id, kind, isForGood });
		return "stored";
	});
}

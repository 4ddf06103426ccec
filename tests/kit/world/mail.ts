import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { composeEmail } from "#app/platform/mail/email.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";

/** Creates a dead-lettered mail, as a refused address leaves one. Returns its id. */
export async function createFailedMail(recipient: string): Promise<string> {
	const dedupeKey = `failed ${crypto.randomUUID()}`;
	await transaction(async (tx) => {
		await enqueueMail(tx, {
			dedupeKey,
			kind: "test",
			to: recipient,
			email: composeEmail({
				subject: "A mail that failed",
				paragraphs: ["A paragraph of the letter."],
				link: { label: "Open", url: "https://smallprint.example/?token=very-secret-token" },
			}),
		});
		await tx.outboxMail.update({
			where: { dedupeKey },
			data: { attempts: 3, failedAt: clock.now(), lastError: "The mailbox is not there." },
		});
	});
	const { id } = await db.outboxMail.findUniqueOrThrow({ where: { dedupeKey } });
	return id;
}

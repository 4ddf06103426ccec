import { composeEmail } from "~/emails/email";
import { db, transaction } from "~/lib/db.server";
import { enqueueMail } from "~/models/outbox.server";
import { clock } from "~/services/clock.server";

/** A mail that was given up, as a refused address leaves one. Answers its id. */
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

import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { composeEmail } from "#app/platform/mail/email.ts";
import { enqueueMail } from "#app/platform/mail/outbox.server.ts";

type Traits = { to?: string; dedupeKey?: string; subject?: string } & Pick<
	Parameters<typeof enqueueMail>[1],
	"stream" | "headers" | "isPersonal"
>;

/** Puts a mail with a secret link into the outbox, in this transaction or one of its own. */
export function enqueueLetter(traits: Traits = {}, tx?: Transaction): Promise<void> {
	const { to = "jane@example.com", subject = "Hello", ...more } = traits;
	const email = composeEmail({
		subject,
		paragraphs: ["A <b>bold</b> paragraph of the letter."],
		link: { label: "Open", url: "https://smallprint.example/?token=very-secret-token" },
	});
	const enqueue = (within: Transaction) =>
		enqueueMail(within, { dedupeKey: crypto.randomUUID(), ...more, kind: "test", to, email });
	return tx ? enqueue(tx) : transaction(enqueue);
}

/** Creates a dead-lettered mail, as a refused address leaves one. Returns its id. */
export async function createFailedMail(recipient: string): Promise<string> {
	const dedupeKey = `failed ${crypto.randomUUID()}`;
	await transaction(async (tx) => {
		await enqueueLetter({ to: recipient, dedupeKey, subject: "A mail that failed" }, tx);
		await tx.outboxMail.update({
			where: { dedupeKey },
			data: { attempts: 3, failedAt: clock.now(), lastError: "The mailbox is not there." },
		});
	});
	const { id } = await db.outboxMail.findUniqueOrThrow({ where: { dedupeKey } });
	return id;
}

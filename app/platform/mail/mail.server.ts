import { env } from "#app/platform/env.server.ts";
import type { Delivery, Mail } from "./mail.ts";
import { sendByPostmark } from "./postmark.server.ts";

/** Hands a mail to whom the environment names. */
export async function deliver(mail: Mail): Promise<Delivery> {
	switch (env.mail.by) {
		case "Postmark":
			return sendByPostmark(mail, env.mail);
		case "Local mailbox":
			// It shows the outbox itself.
			return { outcome: "sent", messageId: `local-${mail.id}` };
	}
}

import { env } from "#app/platform/env/env.server.ts";
import type { Delivery, Mail } from "./mail.ts";
import { deliverByPostmark } from "./postmark.server.ts";
import { deliverBySmtp } from "./smtp.server.ts";

/** Hands a mail to the carrier that MAIL_BY names. Returns what came of it and never throws. */
export function deliver(mail: Mail): Promise<Delivery> {
	return env.smtp ? deliverBySmtp(env.smtp, mail) : deliverByPostmark(mail);
}

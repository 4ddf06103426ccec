import type { PageHandle } from "#app/http/page-handle.ts";
import { readMimeMail } from "#app/inbound-mail/doors/mime-mail.ts";
import { readBody } from "#app/inbound-mail/doors/read-body.server.ts";
import { MAIL_MAX_BYTES, skimMime } from "#app/inbound-mail/doors/skim.ts";
import { receiveMail } from "#app/inbound-mail/receive.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { requireMailServer } from "#app/platform/mail/webhook-secret.server.ts";
import type { Route } from "./+types/mail-hook";
import { mailIsLate, mailRefused, mailTaken } from "./mail-answers.ts";

export const handle: PageHandle = { mostBytes: MAIL_MAX_BYTES };

export function loader({ request }: Route.LoaderArgs) {
	requireMailServer(request);
}

/**
 * Takes mails as they are sent, from the operator's own mail server. A 2xx means that the mail is
 * stored, or of no use to anybody. After a 5xx the server is to try again.
 */
export async function action({ request }: Route.ActionArgs) {
	requireMailServer(request);
	const body = await readBody(request.body, skimMime());
	if (body === "busy") return mailIsLate();
	if (body === "too large") return mailRefused("The mail is too large.");
	const mail = await readMimeMail(body, {
		from: request.headers.get("X-Envelope-From"),
		to: request.headers.get("X-Envelope-To"),
		authservId: env.inbound.authservId,
	});
	if (!mail) return mailRefused("This is no mail as RFC 5322 says.");
	await receiveMail(mail);
	return mailTaken();
}

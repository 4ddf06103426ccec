import type { PageHandle } from "#app/http/page-handle.ts";
import { readPostmarkMail } from "#app/inbound-mail/doors/postmark-mail.ts";
import { readBody } from "#app/inbound-mail/doors/read-body.server.ts";
import { MAIL_MAX_BYTES, skimJson } from "#app/inbound-mail/doors/skim.ts";
import { receiveMail } from "#app/inbound-mail/receive.server.ts";
import { requirePostmark } from "#app/platform/mail/webhook-secret.server.ts";
import type { Route } from "./+types/postmark-inbound";
import { mailIsLate, mailRefused, mailTaken } from "./mail-answers.ts";

export const handle: PageHandle = { mostBytes: MAIL_MAX_BYTES };

export function loader({ request }: Route.LoaderArgs) {
	requirePostmark(request);
}

/**
 * Takes the mails that Postmark receives for us. A 2xx means that the mail is stored, or of no use
 * to anybody. A throw becomes a 500, after which Postmark posts the mail again.
 */
export async function action({ request }: Route.ActionArgs) {
	requirePostmark(request);
	const body = await readBody(request.body, skimJson());
	if (body === "busy") return mailIsLate();
	if (body === "too large") return mailRefused("The mail is too large.");
	const mail = readPostmarkMail(body.bytes.toString("utf8"));
	if (!mail) return mailRefused("This is no mail as Postmark posts it.");
	await receiveMail(mail);
	return mailTaken();
}

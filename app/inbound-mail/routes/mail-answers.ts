/** What both doors for mail say. */
import { logEvent } from "#app/platform/log.server.ts";

/** The mail is stored, or there is nothing to store. */
export function mailTaken(): Response {
	return Response.json({ received: true });
}

/** Nobody can ever read this, so its carrier is to stop: Postmark repeats after all but a 403. */
export function mailRefused(error: string): Response {
	logEvent("mail refused", { error });
	return Response.json({ error }, { status: 403 });
}

export function mailIsLate(): Response {
	const error = "Other mails are being read. Please post this one again in a minute.";
	return Response.json({ error }, { status: 503, headers: { "Retry-After": "60" } });
}

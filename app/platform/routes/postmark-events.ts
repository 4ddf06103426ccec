import { receiveMailEvent } from "#app/platform/mail/mail-event.server.ts";
import { type MailEvent, readMailEvent } from "#app/platform/mail/mail-event.ts";
import { requirePostmark } from "#app/platform/mail/webhook-secret.server.ts";
import type { Route } from "./+types/postmark-events";

export function loader({ request }: Route.LoaderArgs) {
	requirePostmark(request);
}

/**
 * Receives Postmark's bounces and spam complaints. A 2xx means that the event is stored, or says
 * nothing that we keep. Postmark repeats it after every other status but 403.
 */
export async function action({ request }: Route.ActionArgs) {
	requirePostmark(request);
	let event: MailEvent | null;
	try {
		event = readMailEvent(await request.json());
	} catch {
		return Response.json({ error: "This is no record of Postmark's." }, { status: 403 });
	}
	if (event && (await receiveMailEvent(event)) === "early") {
		const error = "The mail is being sent at this moment. Please post the event again.";
		return Response.json({ error }, { status: 503, headers: { "Retry-After": "60" } });
	}
	return Response.json({ received: true });
}

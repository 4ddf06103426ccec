import { receiveWebhook } from "#app/billing/stripe-event.server.ts";
import type { Route } from "./+types/stripe-webhook";

const FOR_WEBHOOKS = "This address accepts only Stripe's signed webhooks.";

export function loader() {
	return new Response(`${FOR_WEBHOOKS}\n`, { status: 405, headers: { Allow: "POST" } });
}

/**
 * Receives Stripe's webhooks. A 2xx means that the event is stored. A throw becomes a 500, after
 * which Stripe sends the event again.
 */
export async function action({ request }: Route.ActionArgs) {
	const signature = request.headers.get("Stripe-Signature");
	if (!signature) return Response.json({ error: FOR_WEBHOOKS }, { status: 400 });
	if (await receiveWebhook(await request.text(), signature)) {
		return Response.json({ received: true });
	}
	return Response.json(
		{ error: "The signature is wrong or too old, so nothing was done." },
		{ status: 400 },
	);
}

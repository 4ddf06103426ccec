import type { UserAccess } from "#app/accounts/access.server.ts";
import { readPaymentReturn } from "#app/billing/billing.server.ts";
import { PAYMENT_MESSAGES } from "#app/billing/payment-messages.ts";
import { redirectWithFlash } from "#app/http/flash-middleware.ts";
import { paths } from "#app/paths.ts";

/** How often the page reloads while it waits for a payment, and the pause before each reload. */
const PAYMENT_TRIES = 3;
const PAYMENT_PAUSE_S = 2;

/**
 * Handles the return from a payment (product.md, rule 24): throws a redirect to the plain dashboard
 * with its outcome, or returns the Refresh header to send while the payment is awaited. Returns
 * null for any other request.
 */
export async function awaitPayment(access: UserAccess, url: URL): Promise<string | null> {
	const query = url.searchParams;
	if (query.get("cancelled") === "true") {
		throw await redirectWithFlash(paths.dashboard, { tone: "info", text: "Payment cancelled" });
	}
	if (query.get("success") !== "true") return null;
	const sessionId = query.get("session_id") ?? "";
	const outcome = await readPaymentReturn(access, sessionId);
	const tries = Number(query.get("try") ?? 0);
	if (outcome !== "waiting" || !(tries < PAYMENT_TRIES)) {
		throw await redirectWithFlash(paths.dashboard, PAYMENT_MESSAGES[outcome]);
	}
	const next = new URLSearchParams({
		success: "true",
		session_id: sessionId,
		try: String(tries + 1),
	});
	return `${PAYMENT_PAUSE_S}; url=${paths.dashboard}?${next}`;
}

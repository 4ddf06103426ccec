import type { Flash } from "#app/http/flash.ts";
import { paths } from "#app/paths.ts";

const SUPPORT = { to: paths.support, label: "Contact Support" };

/** What an owner is told once the return from a payment is over (product.md, rule 24). */
export const PAYMENT_MESSAGES: Record<"welcome" | "waiting" | "unknown", Flash> = {
	welcome: { tone: "success", text: "Welcome to your new plan!" },
	waiting: {
		tone: "info",
		title: "Your payment is not confirmed yet",
		text: "If you paid, wait a minute and press Refresh. If your new plan does not appear, write to us.",
		link: SUPPORT,
	},
	unknown: {
		tone: "error",
		title: "We can't find this payment",
		text: "Your plan is as it was. If you paid, wait a minute and press Refresh. If your new plan does not appear, write to us.",
		link: SUPPORT,
	},
};

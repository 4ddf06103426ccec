import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import type { Billing } from "../billing.ts";
import { BillingCard } from "./billing-card.tsx";

const GIVEN: Billing = {
	state: "pro",
	planName: "Pro",
	isGranted: true,
	isCustomer: false,
	paid: null,
	payment: "settled",
	renewsAt: null,
	endsAt: null,
	othersCharged: 0,
	isOutOfDate: false,
};

function cardOf(billing: Billing): string {
	const Page = createRoutesStub([
		{ path: "/", Component: () => createElement(BillingCard, { billing }) },
	]);
	return renderToStaticMarkup(createElement(Page));
}

test("a plan that was given costs nothing, and a subscription beside it goes on", () => {
	const given = "It was given to you, and nothing is charged for it.";
	expect(cardOf(GIVEN)).toContain(`${given}</p>`);
	const subscribed = { ...GIVEN, isCustomer: true, paid: "basic" as const, renewsAt: new Date() };
	expect(cardOf(subscribed)).toContain(`${given} Your paid subscription goes on beside it.</p>`);
	// Nobody may read that nothing is charged for what they also pay for.
	expect(cardOf({ ...subscribed, paid: "pro" })).toContain(
		"It was given to you. Your paid subscription goes on beside it.</p>",
	);
});

test("a second subscription is named with what to do about it", () => {
	const subscribed = { ...GIVEN, isGranted: false, isCustomer: true, paid: "pro" as const };
	expect(cardOf(subscribed)).not.toContain("banner");
	const twice = cardOf({ ...subscribed, othersCharged: 1 });
	expect(twice).toContain("Stripe charges you for 1 other subscription, too.");
	expect(twice).toContain("Cancel what is too much under Manage Subscription");
	expect(cardOf({ ...subscribed, othersCharged: 2 })).toContain("for 2 other subscriptions, too.");
});

import { beforeEach, describe, expect, test } from "vitest";
import { createClient, type Values } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import {
	createTillCustomer,
	deleteTillCustomer,
	giveCard,
	happen,
	openTill,
	readTill,
} from "../../kit/stand-ins/till.ts";

const NOTE = "It stands in for Stripe on this machine, and no money moves.";

const server = serve();
let till: ReturnType<typeof openTill>;

beforeEach(() => {
	till = openTill("jane@example.com");
});

function get(path: string) {
	return createClient(server.url).get(path);
}

function post(path: string, values: Values) {
	return createClient(server.url).post(path, values);
}

/** Expects a page without a script that contains all of these words. */
async function expectPage(path: string, words: string[]): Promise<void> {
	const { status, text } = await get(path);
	expect(status).toBe(200);
	for (const one of words) expect(text).toContain(one);
	expect(text).not.toContain("<script");
}

function subscriptionsOfCustomer() {
	return readTill().subscriptions.filter(({ customerId }) => customerId === till.customerId);
}

function subscription() {
	const found = readTill().subscriptions.find(({ id }) => id === till.subscriptionId);
	if (!found) throw new Error("The subscription is not there");
	return found;
}

describe("the checkout", () => {
	const address = () => `/local/till/checkout/${till.checkoutId}`;

	test("shows what is paid for and says that no money moves, without a script", async () => {
		const back = 'href="/dashboard?cancelled=true"';
		const words = [NOTE, "Subscribe to Pro", "$9.99 a month", "jane@example.com", back];
		await expectPage(address(), words);
	});

	test("once paid leads to where the app wanted, and starts the subscription", async () => {
		const paid = await post(address(), { intent: "pay" });
		expect(paid.status).toBe(303);
		expect(paid.headers.location).toBe(`/dashboard?success=true&session_id=${till.checkoutId}`);
		expect(subscriptionsOfCustomer()).toHaveLength(2);
	});

	test("is paid once by a double click, and both clicks lead on", async () => {
		const clicks = await Promise.all([1, 2].map(() => post(address(), { intent: "pay" })));
		for (const click of clicks) {
			expect(click.headers.location).toContain(`session_id=${till.checkoutId}`);
		}
		expect(subscriptionsOfCustomer()).toHaveLength(2);
	});

	test("with a declined card says so, stays open, and can be paid with another", async () => {
		const declined = await post(address(), { intent: "decline" });
		expect(declined.status).toBe(402);
		expect(declined.text).toContain("Your card was declined.");
		expect(declined.text).toContain("<title>Error: Subscribe to Pro");
		expect(subscriptionsOfCustomer()).toHaveLength(1);
		expect((await post(address(), { intent: "pay" })).status).toBe(303);
	});

	test("that is paid says so and leads on", async () => {
		await post(address(), { intent: "pay" });
		const { text } = await get(address());
		expect(text).toContain("This is paid");
		expect(text).toContain(`href="/dashboard?success=true&amp;session_id=${till.checkoutId}"`);
		expect(text).not.toContain("<button");
	});

	test("that is closed says so, leads back, and can't be paid", async () => {
		deleteTillCustomer(till.customerId);
		const paid = await post(address(), { intent: "pay" });
		expect(paid.headers.location).toBe(address());
		const { text } = await get(address());
		expect(text).toContain("This checkout is closed");
		expect(text).toContain('href="/dashboard?cancelled=true"');
		expect(text).not.toContain("<button");
	});

	test("that never was is not found", async () => {
		const missing = "/local/till/checkout/cs_never";
		expect((await get(missing)).status).toBe(404);
		expect((await post(missing, { intent: "pay" })).status).toBe(404);
	});
});

describe("the portal", () => {
	const address = () => `/local/till/portal/${till.portalId}`;

	/** Presses a button of the page as it was when it was opened. */
	const press = (intent: string, { periodEnd = till.periodEnd, at = address() } = {}) =>
		post(at, { intent, subscription: till.subscriptionId, period_end: String(periodEnd) });

	test("shows the subscription and the way back, without a script", async () => {
		const words = [NOTE, "Basic, $4.99 a month", "Active", "The card works."];
		await expectPage(address(), [...words, 'href="/settings"']);
	});

	test.each([
		["change-to-pro", { priceId: "price_till_pro" }],
		["cancel-at-period-end", { cancelAtPeriodEnd: true, status: "active" }],
		["cancel-now", { status: "canceled" }],
		["fail-payment", { status: "past_due", failedPayments: 1 }],
	])("%s does so, and a second click no more", async (intent, state) => {
		for (const answer of await Promise.all([press(intent), press(intent)])) {
			expect(answer.status).toBe(303);
			expect(answer.headers.location).toBe(address());
		}
		expect(subscription()).toMatchObject(state);
	});

	test("keeps a subscription after all", async () => {
		happen(till.subscriptionId, "cancelAtPeriodEnd");
		expect((await get(address())).text).toContain("Ends on");
		await press("keep");
		expect(subscription()).toMatchObject({ cancelAt: null, cancelAtPeriodEnd: false });
	});

	test("lets a payment fail, every try fail, and the payment go through", async () => {
		await press("fail-payment");
		expect((await get(address())).text).toContain("Past due");
		await press("leave-unpaid");
		expect(subscription().status).toBe("unpaid");
		await press("pay");
		expect(subscription()).toMatchObject({ status: "active", failedPayments: 0 });
	});

	test("ends the period once for a double click, and another time when asked again", async () => {
		happen(till.subscriptionId, "endPeriod");
		const shown = { periodEnd: subscription().periodEnd };
		await Promise.all([press("end-period", shown), press("end-period", shown)]);
		const next = subscription().periodEnd;
		expect(next).not.toBe(shown.periodEnd);
		await press("end-period", shown);
		expect(subscription().periodEnd).toBe(next);
	});

	test("says that the card was declined, and works with one that isn't", async () => {
		expect((await post(address(), { intent: "card-declined" })).status).toBe(303);
		expect((await get(address())).text).toContain("The card is declined.");
		const declined = await press("change-to-pro");
		expect(declined.status).toBe(402);
		expect(declined.text).toContain("Your card was declined.");
		expect(subscription().priceId).toBe("price_till_basic");
		await post(address(), { intent: "card-works" });
		expect((await press("change-to-pro")).status).toBe(303);
		expect(subscription().priceId).toBe("price_till_pro");
	});

	test("touches no other customer's subscription", async () => {
		const other = openTill("eve@example.com");
		const answer = await press("cancel-now", { at: `/local/till/portal/${other.portalId}` });
		expect(answer.status).toBe(303);
		expect(subscription().status).toBe("active");
	});

	test("of a deleted customer says so and still leads back", async () => {
		deleteTillCustomer(till.customerId);
		const { status, text } = await get(address());
		expect(status).toBe(200);
		expect(text).toContain("jane@example.com is deleted here.");
		expect(text).toContain('href="/settings"');
		expect(text).not.toContain("<button");
	});

	test("that never was is not found", async () => {
		const missing = "/local/till/portal/bps_never";
		expect((await get(missing)).status).toBe(404);
		expect((await post(missing, { intent: "cancel-now" })).status).toBe(404);
	});
});

describe("the till", () => {
	test("lists customers, their subscriptions and the webhooks, each with its state", async () => {
		const gone = createTillCustomer("gone@example.com");
		deleteTillCustomer(gone);
		happen(till.subscriptionId, "failPayment");
		giveCard(till.customerId, "declined");
		await expect
			.poll(() => readTill().events.filter(({ isDelivered }) => !isDelivered))
			.toEqual([]);
		await expectPage("/local/till", [
			NOTE,
			"jane@example.com",
			"Past due",
			"Their card is declined.",
			"gone@example.com",
			"Deleted",
			"customer.deleted",
			"Delivered: first try answered 200",
		]);
	});
});

import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { readBilling, readPaymentReturn } from "#app/billing/billing.server.ts";
import {
	changePlan,
	closeBilling,
	openCheckout,
	openPortal,
} from "#app/billing/checkout.server.ts";
import type { PaidPlanId } from "#app/billing/plan.ts";
import { copySubscription, refreshSubscription } from "#app/billing/subscription.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { readDatabase } from "../../kit/read-database.ts";
import { refusalOf } from "../../kit/refusal.ts";
import {
	CARD_DECLINED,
	RATE_LIMIT,
	SERVER_ERROR,
	type StripeAnswer,
} from "../../kit/stand-ins/stripe.ts";
import {
	deleteTillCustomer,
	giveCard,
	type Happening,
	happen,
	payCheckout,
	readTill,
} from "../../kit/stand-ins/till.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { planId, storeCustomer } from "../../kit/world/customer.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";

const stripe = await vi.hoisted(async () =>
	(await import("../../kit/process/host-with.ts")).hostWithStripe(),
);

let advance: (ms: number) => void;

beforeEach(() => {
	advance = stopClock();
	stripe.answer = () => "till";
	stripe.requests.length = 0;
});

afterAll(() => stripe.stop());

/** The checkout that a user's last page is for. */
function checkoutsOf(user: TestUser) {
	return readTill().checkouts.filter(({ customerId }) => customerOf(user)?.id === customerId);
}

function customerOf(user: TestUser) {
	return readTill().customers.findLast(({ metadata }) => metadata.user_id === user.userId);
}

function subscriptionsOf(user: TestUser) {
	return readTill().subscriptions.filter(({ customerId }) => customerId === customerOf(user)?.id);
}

async function idOfCheckout(user: TestUser): Promise<string> {
	const customer = await db.customer.findUniqueOrThrow({ where: { userId: user.userId } });
	return customer.checkoutId ?? "";
}

/** A user with a page to pay for a plan at. */
async function createPayer(plan: PaidPlanId) {
	const user = await createUser();
	const url = await openCheckout(user, plan);
	return { user, url, checkoutId: await idOfCheckout(user) };
}

/** A user who has paid for a plan, and whose copy says so. */
async function createSubscriber(plan: PaidPlanId) {
	const { user, checkoutId } = await createPayer(plan);
	payCheckout(checkoutId);
	await refreshSubscription(user);
	const [subscription] = subscriptionsOf(user);
	stripe.requests.length = 0;
	return {
		user,
		customerId: customerOf(user)?.id ?? "",
		subscriptionId: subscription?.id ?? "",
	};
}

describe("a checkout", () => {
	test("leads to Stripe, and gives the plan once it is paid and read", async () => {
		const { user, url, checkoutId } = await createPayer("pro");
		expect(url).toContain(checkoutId);
		expect(await planId(user)).toBe("free");
		expect(await readPaymentReturn(user, checkoutId)).toBe("waiting");
		expect(payCheckout(checkoutId)).toBe("paid");
		expect(await readPaymentReturn(user, checkoutId)).toBe("waiting");
		advance(SECOND_MS);
		await refreshSubscription(user);
		expect(await planId(user)).toBe("pro");
		expect(await readPaymentReturn(user, checkoutId)).toBe("welcome");
	});

	test("of another account is not welcomed", async () => {
		const { user: other } = await createSubscriber("pro");
		const { user } = await createPayer("pro");
		expect(await readPaymentReturn(user, await idOfCheckout(other))).toBe("unknown");
		expect(await readPaymentReturn(user, "")).toBe("unknown");
	});

	test("asked for twice at once is one page", async () => {
		const user = await createUser();
		const urls = await Promise.all([openCheckout(user, "pro"), openCheckout(user, "pro")]);
		expect(new Set(urls).size).toBe(1);
		expect(checkoutsOf(user)).toHaveLength(1);
		expect(readTill().customers.filter(({ email }) => email === user.email)).toHaveLength(1);
	});

	test("asked for again later is the same page while it is open, and a new one afterwards", async () => {
		const { user, url } = await createPayer("pro");
		advance(20 * MINUTE_MS);
		expect(await openCheckout(user, "pro")).toBe(url);
		advance(24 * HOUR_MS);
		expect(await openCheckout(user, "pro")).not.toBe(url);
		expect(payCheckout(await idOfCheckout(user))).toBe("paid");
	});

	test("in two tabs for two plans can be paid once: the first page is closed", async () => {
		const { user, checkoutId: basic } = await createPayer("basic");
		const url = await openCheckout(user, "pro");
		expect(payCheckout(basic)).toBe("expired");
		const pro = await idOfCheckout(user);
		expect(url).toContain(pro);
		expect(payCheckout(pro)).toBe("paid");
		expect(subscriptionsOf(user)).toHaveLength(1);
	});

	test("opened for two plans at the same moment leaves one page open", async () => {
		const user = await createUser();
		const outcomes = await Promise.allSettled([
			openCheckout(user, "basic"),
			openCheckout(user, "pro"),
		]);
		expect(outcomes.some(({ status }) => status === "fulfilled")).toBe(true);
		const open = checkoutsOf(user).filter(({ status }) => status === "open");
		expect(open.map(({ id }) => id)).toEqual([await idOfCheckout(user)]);
		for (const outcome of outcomes) {
			if (outcome.status === "rejected") {
				expect(outcome.reason.message).toBe(
					"Another payment page was opened at the same moment. Please finish there, or try again.",
				);
			}
		}
	});

	test("paid in the other tab meanwhile leads to a change of plan, not to a second payment", async () => {
		const { user, checkoutId } = await createPayer("basic");
		payCheckout(checkoutId);
		expect(await openCheckout(user, "pro")).toBeNull();
		expect(subscriptionsOf(user)).toHaveLength(1);
	});

	test("of a customer who was deleted at Stripe makes a new customer", async () => {
		const { user, customerId } = await createSubscriber("pro");
		deleteTillCustomer(customerId);
		expect(await openCheckout(user, "basic")).toContain("/checkout/");
		expect(payCheckout(await idOfCheckout(user))).toBe("paid");
		await refreshSubscription(user);
		expect(await planId(user)).toBe("basic");
	});

	test("while a payment is missing is refused", async () => {
		const { user, subscriptionId } = await createSubscriber("pro");
		happen(subscriptionId, "failPayment");
		// The plan goes on, so the way leads to changing it, which is refused there.
		expect(await openCheckout(user, "basic")).toBeNull();
		happen(subscriptionId, "leaveUnpaid");
		const refusal = await refusalOf(openCheckout(user, "basic"));
		expect(refusal).toMatchObject({ title: "Payment missing", status: 409 });
		expect(checkoutsOf(user).filter(({ status }) => status === "open")).toEqual([]);
	});
});

const FAULTS: [string, StripeAnswer][] = [
	["answers 500", SERVER_ERROR],
	["answers 429", RATE_LIMIT],
	["breaks off", "drop"],
];

describe.each(FAULTS)("when Stripe %s", (_what, fault) => {
	/** Has the requests that begin so go wrong, and expects `work` to be refused with this text. */
	async function expectFailure(at: string, work: () => Promise<unknown>, message: string) {
		stripe.answer = ({ method, path }) => (`${method} ${path}`.startsWith(at) ? fault : "till");
		expect(await refusalOf(work())).toMatchObject({ title: "Error", message, status: 503 });
		stripe.answer = () => "till";
	}

	test("at any call of a checkout, it fails with the specified text and can be tried again", async () => {
		for (const call of [
			"POST /v1/customers",
			"GET /v1/subscriptions",
			"POST /v1/checkout/sessions",
		]) {
			const user = await createUser();
			await expectFailure(
				call,
				() => openCheckout(user, "pro"),
				"Failed to create checkout session. Please try again.",
			);
			expect(await openCheckout(user, "pro")).toContain("/checkout/");
			expect(readTill().customers.filter(({ email }) => email === user.email)).toHaveLength(1);
		}
	});

	test("at a change of plan, nothing changes, and it can be tried again", async () => {
		const { user } = await createSubscriber("basic");
		const before = readDatabase();
		await expectFailure(
			"POST",
			() => changePlan(user, "pro"),
			"Failed to change your plan. Please try again.",
		);
		expect({ ...readDatabase(), Customer: null }).toEqual({ ...before, Customer: null });
		expect(await planId(user)).toBe("basic");
		expect(await changePlan(user, "pro")).toBe("changed");
		expect(await planId(user)).toBe("pro");
	});

	test("at the portal, it says so", async () => {
		const { user } = await createSubscriber("basic");
		await expectFailure(
			"POST /v1/billing_portal/sessions",
			() => openPortal(user),
			"Failed to open the billing portal. Please try again.",
		);
		expect(await openPortal(user)).toContain("/portal/");
	});

	test("at the end of an account's billing, nothing is deleted, and it can be tried again", async () => {
		const { user } = await createSubscriber("pro");
		const before = readDatabase();
		await expectFailure(
			"DELETE",
			() => closeBilling(user),
			"We couldn't cancel your subscription at Stripe, so nothing was deleted. Please try again in a few minutes.",
		);
		expect(readDatabase()).toEqual(before);
		expect(subscriptionsOf(user).map(({ status }) => status)).toEqual(["active"]);
		await closeBilling(user);
		expect(subscriptionsOf(user).map(({ status }) => status)).toEqual(["canceled"]);
		expect(await planId(user)).toBe("free");
	});
});

describe("a change of plan", () => {
	test("keeps the one subscription, with proration", async () => {
		const { user, subscriptionId } = await createSubscriber("basic");
		expect(await changePlan(user, "pro")).toBe("changed");
		expect(await planId(user)).toBe("pro");
		expect(subscriptionsOf(user).map(({ id }) => id)).toEqual([subscriptionId]);
		const update = stripe.requests.find(({ path }) => path.endsWith(subscriptionId));
		expect(update?.params).toMatchObject({ proration_behavior: "always_invoice" });
		expect(await changePlan(user, "basic")).toBe("changed");
		expect(await planId(user)).toBe("basic");
	});

	test("clicked twice is one change", async () => {
		const { user } = await createSubscriber("basic");
		const outcomes = await Promise.allSettled([changePlan(user, "pro"), changePlan(user, "pro")]);
		expect(outcomes.map(({ status }) => status)).toContain("fulfilled");
		expect(await planId(user)).toBe("pro");
		expect(subscriptionsOf(user)).toHaveLength(1);
	});

	test("to the plan that one has is refused", async () => {
		const { user } = await createSubscriber("pro");
		const refusal = await refusalOf(changePlan(user, "pro"));
		expect(refusal.message).toBe("You are on the Pro plan already.");
	});

	test("counts more than a reading that began while Stripe was changing it", async () => {
		const { user, customerId, subscriptionId } = await createSubscriber("basic");
		stripe.answer = async ({ method, path }): Promise<StripeAnswer> => {
			if (method !== "POST" || !path.endsWith(subscriptionId)) return "till";
			advance(1);
			await copySubscription(customerId);
			return "till";
		};
		expect(await changePlan(user, "pro")).toBe("changed");
		expect(await planId(user)).toBe("pro");
	});

	test("of a subscription that was to end has it go on", async () => {
		const { user, subscriptionId } = await createSubscriber("pro");
		happen(subscriptionId, "cancelAtPeriodEnd");
		advance(SECOND_MS);
		await refreshSubscription(user);
		expect(await readBilling(user)).toMatchObject({ renewsAt: null, paid: "pro" });
		expect((await readBilling(user)).endsAt).not.toBeNull();
		advance(SECOND_MS);
		expect(await changePlan(user, "pro")).toBe("kept");
		expect((await readBilling(user)).endsAt).toBeNull();
		expect(subscriptionsOf(user)[0]?.cancelAt).toBeNull();
	});

	test("with a card that is declined changes nothing and says what to do", async () => {
		const { user, customerId } = await createSubscriber("basic");
		giveCard(customerId, "declined");
		const refusal = await refusalOf(changePlan(user, "pro"));
		expect(refusal).toMatchObject({ title: "Payment failed", status: 402 });
		expect(refusal.message).toContain("Your card was declined.");
		expect(await planId(user)).toBe("basic");
		giveCard(customerId, "works");
		stripe.answer = ({ method }) => (method === "POST" ? CARD_DECLINED : "till");
		expect((await refusalOf(changePlan(user, "pro"))).status).toBe(402);
		expect(await planId(user)).toBe("basic");
		stripe.answer = () => "till";
		expect(await changePlan(user, "pro")).toBe("changed");
	});

	test.each<Happening[][]>([[["failPayment"]], [["failPayment", "leaveUnpaid"]]])(
		"after %j is refused until it is paid",
		async (happenings) => {
			const { user, subscriptionId } = await createSubscriber("basic");
			for (const what of happenings) happen(subscriptionId, what);
			advance(SECOND_MS);
			const refusal = await refusalOf(changePlan(user, "pro"));
			expect(refusal).toMatchObject({ title: "Payment missing", status: 409 });
			expect(refusal.message).toContain("Manage Subscription");
			happen(subscriptionId, "payWhatIsOwed");
			advance(SECOND_MS);
			expect(await changePlan(user, "pro")).toBe("changed");
		},
	);

	test("without a subscription says that there is none", async () => {
		const user = await createUser();
		expect(await changePlan(user, "pro")).toBeNull();
		const { user: former, subscriptionId } = await createSubscriber("pro");
		happen(subscriptionId, "endSubscription");
		expect(await changePlan(former, "basic")).toBeNull();
	});
});

describe("the portal", () => {
	test("is for customers; others and those deleted at Stripe have nothing to manage", async () => {
		expect(await openPortal(await createUser())).toBeNull();
		const { user, customerId } = await createSubscriber("basic");
		expect(await openPortal(user)).toContain("/portal/");
		deleteTillCustomer(customerId);
		expect(await openPortal(user)).toBeNull();
	});
});

describe("the Billing card", () => {
	test("is loading until the first reading, then free, Basic, Pro or another premium plan", async () => {
		const user = await createUser();
		expect(await readBilling(user)).toMatchObject({ state: "free", isCustomer: false });
		await storeCustomer(user, `cus_${user.userId}`);
		expect(await readBilling(user)).toMatchObject({ state: "loading" });
		for (const plan of ["basic", "pro"] as const) {
			const { user: subscriber } = await createSubscriber(plan);
			expect(await readBilling(subscriber)).toMatchObject({ state: plan, payment: "settled" });
		}
	});

	test("tells when it renews, and that a payment failed", async () => {
		const { user, subscriptionId } = await createSubscriber("pro");
		const { renewsAt } = await readBilling(user);
		expect(renewsAt && renewsAt.getTime() > Date.parse("2026-12-20")).toBe(true);
		happen(subscriptionId, "failPayment");
		advance(DAY_MS);
		await refreshSubscription(user);
		expect(await readBilling(user)).toMatchObject({ state: "pro", payment: "failing" });
		happen(subscriptionId, "leaveUnpaid");
		advance(DAY_MS);
		await refreshSubscription(user);
		expect(await readBilling(user)).toMatchObject({ state: "free", payment: "missing" });
	});
});

import fc from "fast-check";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { confirmEmailChange } from "#app/accounts/email-change.server.ts";
import { createEmailLink } from "#app/accounts/email-link.server.ts";
import { grantPlan } from "#app/admin/administration.server.ts";
import { readUser } from "#app/admin/user-administration.server.ts";
import { readBilling } from "#app/billing/billing.server.ts";
import { changePlan } from "#app/billing/checkout.server.ts";
import { planOf } from "#app/billing/plan.server.ts";
import { readSubscription } from "#app/billing/stripe/subscription.server.ts";
import { receiveWebhook } from "#app/billing/stripe-event.server.ts";
import { refreshSubscription, rereadJob, storeCopy } from "#app/billing/subscription.server.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { startJob } from "#app/platform/jobs/job.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { rereadDueSubscriptions } from "../../kit/jobs.ts";
import { readDatabase } from "../../kit/read-database.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { SERVER_ERROR } from "../../kit/stand-ins/stripe.ts";
import {
	deleteTillCustomer,
	type Happening,
	happen,
	readTill,
	signedEvent,
	subscribe,
} from "../../kit/stand-ins/till.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createAdmin } from "../../kit/world/admin.ts";
import { createApp } from "../../kit/world/app.ts";
import { createCustomer as createUnreadCustomer, planId } from "../../kit/world/customer.ts";
import { createUser } from "../../kit/world/user.ts";

const stripe = await vi.hoisted(async () =>
	(await import("../../kit/process/host-with.ts")).hostWithStripe(),
);

let advance: (ms: number) => void;

beforeEach(async () => {
	advance = stopClock();
	stripe.answer = () => "till";
	stripe.requests.length = 0;
	await transaction((tx) => tx.customer.deleteMany());
});

afterAll(() => stripe.stop());

/** A user who is a customer at Stripe, whose copy was read, and to whom this happened since. */
async function createCustomer(
	plan: Parameters<typeof createUnreadCustomer>[0],
	...happenings: Happening[]
) {
	const customer = await createUnreadCustomer(plan);
	await rereadDueSubscriptions();
	stripe.requests.length = 0;
	for (const what of happenings) happen(customer.subscriptionId, what);
	return customer;
}

function eventAbout(customer: string, type?: string) {
	const object = { id: "sub_x", object: "subscription", customer };
	return signedEvent({ type, object, createdAt: clock.now() });
}

/** Has an event come and the worker read what it is about. */
async function hearOf(customerId: string, type?: string) {
	const event = await sendEvent(customerId, type);
	await rereadDueSubscriptions();
	return event;
}

async function sendEvent(customerId: string, type?: string) {
	const event = await eventAbout(customerId, type);
	expect(await receiveWebhook(event.body, event.signature)).toBe(true);
	return event;
}

describe("a copy of the subscription", () => {
	test.each([
		["basic", "basic"],
		["pro", "pro"],
		["price_from_2020", "other"],
	] as const)("of %s gives that plan", async (plan, expected) => {
		const { user } = await createCustomer(plan);
		expect(await planId(user)).toBe(expected);
	});

	test("at an unknown price has Basic's rights and is called Premium", async () => {
		const { user } = await createCustomer("price_from_2020");
		expect(await planOf(user)).toMatchObject({ name: "Premium", appLimit: null, hasForms: false });
	});

	test.each<[Happening[], string]>([
		[["failPayment"], "pro"],
		[["failPayment", "leaveUnpaid"], "free"],
		[["failPayment", "payWhatIsOwed"], "pro"],
		[["cancelAtPeriodEnd"], "pro"],
		[["endSubscription"], "free"],
		[["changeToBasic"], "basic"],
	])("after %j is the plan %s, once an event was read", async (happenings, expected) => {
		const { user, customerId } = await createCustomer("pro", ...happenings);
		expect(await planId(user)).toBe("pro");
		await hearOf(customerId);
		expect(await planId(user)).toBe(expected);
	});

	test("is none for a customer who was deleted at Stripe", async () => {
		const { user, customerId } = await createCustomer("pro");
		deleteTillCustomer(customerId);
		expect(await refreshSubscription(user)).toBe(true);
		expect(await planId(user)).toBe("free");
	});

	test("never lowers a plan that an administrator gave", async () => {
		const { user, subscriptionId } = await createCustomer("basic");
		await transaction((tx) =>
			tx.user.update({ where: { id: user.userId }, data: { grantedPlan: "pro" } }),
		);
		expect(await planId(user)).toBe("pro");
		expect(await readBilling(user)).toMatchObject({ isGranted: true, paid: "basic" });
		happen(subscriptionId, "changeToPro");
		await refreshSubscription(user);
		expect(await readBilling(user)).toMatchObject({ isGranted: true, paid: "pro" });
		happen(subscriptionId, "endSubscription");
		await refreshSubscription(user);
		expect(await planId(user)).toBe("pro");
		expect(await readBilling(user)).toMatchObject({ isGranted: true, paid: null });
	});

	test("is paid for where a lower one was given", async () => {
		const { user } = await createCustomer("pro");
		await transaction((tx) =>
			tx.user.update({ where: { id: user.userId }, data: { grantedPlan: "basic" } }),
		);
		expect(await readBilling(user)).toMatchObject({ state: "pro", isGranted: false });
	});
});

describe("of two subscriptions of a customer", () => {
	test("the one that renews counts, so that nobody reads that nothing is charged any more", async () => {
		const { user, customerId } = await createCustomer("pro");
		advance(SECOND_MS);
		const second = subscribe(customerId, "pro");
		happen(second, "cancelAtPeriodEnd");
		await hearOf(customerId);
		expect(await readBilling(user)).toMatchObject({
			state: "pro",
			renewsAt: expect.any(Date),
			endsAt: null,
		});
		happen(second, "endSubscription");
		await hearOf(customerId);
		expect(await planId(user)).toBe("pro");
	});

	test("the second is told to the owner and to administrators until it ends or is about to", async () => {
		const { user, customerId } = await createCustomer("pro");
		const admin = await createAdmin();
		expect((await readUser(admin, user.userId))?.customer).toEqual({
			id: customerId,
			url: `https://dashboard.stripe.com/test/customers/${customerId}`,
		});
		const told = async () => {
			await hearOf(customerId);
			const record = await readUser(admin, user.userId);
			return [(await readBilling(user)).othersCharged, record?.paid?.othersCharged];
		};
		expect(await told()).toEqual([0, 0]);
		const second = subscribe(customerId, "basic");
		expect(await told()).toEqual([1, 1]);
		happen(second, "cancelAtPeriodEnd");
		expect(await told()).toEqual([0, 0]);
		happen(second, "keepSubscription");
		await changePlan(user, "basic");
		expect(await readBilling(user)).toMatchObject({ state: "basic", othersCharged: 1 });
		happen(second, "endSubscription");
		expect(await told()).toEqual([0, 0]);
	});
});

describe("the age of a copy", () => {
	test("under 5 minutes, a verb that depends on the plan asks nobody; over 5 minutes, it asks Stripe first", async () => {
		const { user } = await createCustomer("pro", "endSubscription");
		advance(5 * MINUTE_MS - 1);
		for (const name of ["One", "Two"]) await createApp(user, name);
		expect(stripe.requests).toEqual([]);
		advance(1);
		const refusal = await refusalOf(createApp(user, "Three"));
		expect(refusal.title).toBe("Free plan limit reached");
		expect(stripe.requests.map(({ path }) => path)).toEqual(["/v1/subscriptions"]);
	});

	test("over 5 minutes with Stripe down, the copy is used, and believed for 24 hours", async () => {
		const { user } = await createCustomer("pro");
		for (const name of ["One", "Two"]) await createApp(user, name);
		stripe.answer = () => SERVER_ERROR;
		advance(24 * HOUR_MS - 1);
		await createApp(user, "Three");
		advance(1);
		expect(await planId(user)).toBe("free");
		expect(await readBilling(user)).toMatchObject({ isOutOfDate: true });
		const refusal = await refusalOf(createApp(user, "Four"));
		expect(refusal.title).toBe("Plan downgrade detected");
		stripe.answer = () => "till";
		await createApp(user, "Four");
	});

	test("makes nobody wait longer than 3 seconds for a Stripe that does not answer", async () => {
		const { user } = await createCustomer("pro");
		advance(6 * MINUTE_MS);
		stripe.answer = () => "hang";
		const started = performance.now();
		await createApp(user, "One");
		// Where nobody waits, Stripe is given up after 8 s and one more try.
		expect(performance.now() - started).toBeLessThan(15 * SECOND_MS);
	});

	test("does not matter to somebody who never was a customer", async () => {
		const user = await createUser();
		expect(await refreshSubscription(user)).toBe(true);
		await createApp(user, "One");
		expect(stripe.requests).toEqual([]);
	});

	test("is renewed by the worker every 6 hours while a plan hangs on it", async () => {
		const { user } = await createCustomer("pro", "endSubscription");
		advance(6 * HOUR_MS - 1);
		expect(await rereadDueSubscriptions()).toBe(0);
		advance(1);
		expect(await rereadDueSubscriptions()).toBe(1);
		expect(await planId(user)).toBe("free");
		advance(7 * DAY_MS - 1);
		expect(await rereadDueSubscriptions()).toBe(0);
	});
});

test("Refresh asks Stripe however young the copy is; when Stripe fails, it says so and changes nothing", async () => {
	const { user } = await createCustomer("pro", "endSubscription");
	const before = readDatabase();
	stripe.answer = () => SERVER_ERROR;
	expect(await refreshSubscription(user)).toBe(false);
	expect(readDatabase()).toEqual(before);
	stripe.answer = () => "till";
	advance(1);
	expect(await refreshSubscription(user)).toBe(true);
	expect(await planId(user)).toBe("free");
});

describe("a reading that took long", () => {
	/** A customer who moved from Basic to Pro during a reading. The result is stored by `finish`. */
	async function readSlowly() {
		const customer = await createCustomer("basic");
		advance(1);
		const beganAt = clock.now();
		const slow = await readSubscription(customer.customerId);
		happen(customer.subscriptionId, "changeToPro");
		advance(1);
		const finish = () => transaction((tx) => storeCopy(tx, customer.customerId, slow, beganAt));
		return { ...customer, finish };
	}

	test("and began before the one that is stored changes nothing", async () => {
		const { user, finish } = await readSlowly();
		await refreshSubscription(user);
		await finish();
		expect(await planId(user)).toBe("pro");
	});

	test("does not make an event forgotten that came meanwhile", async () => {
		const { user, customerId, finish } = await readSlowly();
		await sendEvent(customerId);
		advance(1);
		await finish();
		expect(await planId(user)).toBe("basic");
		await rereadDueSubscriptions();
		expect(await planId(user)).toBe("pro");
	});
});

describe("a webhook", () => {
	test("that is sent again is kept once and asks nothing more", async () => {
		const { customerId } = await createCustomer("pro");
		const event = await hearOf(customerId);
		const before = readDatabase();
		expect(await receiveWebhook(event.body, event.signature)).toBe(true);
		expect(readDatabase()).toEqual(before);
		expect(await db.stripeEvent.count({ where: { id: event.id } })).toBe(1);
	});

	test("that comes twice at once is kept once", async () => {
		const { customerId } = await createCustomer("pro");
		const event = await eventAbout(customerId);
		await Promise.all(
			Array.from({ length: 10 }, () => receiveWebhook(event.body, event.signature)),
		);
		expect(await db.stripeEvent.count({ where: { id: event.id } })).toBe(1);
	});

	test("about somebody who is no customer of ours is kept, and changes nothing else", async () => {
		await createCustomer("pro");
		const before = readDatabase();
		await sendEvent("cus_stranger");
		const after = readDatabase();
		expect(after.StripeEvent).toHaveLength((before.StripeEvent ?? []).length + 1);
		expect({ ...after, StripeEvent: null }).toEqual({ ...before, StripeEvent: null });
	});

	test("claims nothing that Stripe does not say: deleted, while it goes on", async () => {
		const { user, customerId } = await createCustomer("pro");
		await hearOf(customerId, "customer.subscription.deleted");
		expect(await planId(user)).toBe("pro");
	});
});

describe("the worker", () => {
	test("tries again later and later while Stripe is down, and catches up after", async () => {
		const { user, customerId } = await createCustomer("pro", "endSubscription");
		await sendEvent(customerId);
		stripe.answer = () => SERVER_ERROR;
		for (const wait of [15, 30, 60, 120]) {
			expect(await rereadDueSubscriptions()).toBe(1);
			advance(wait * SECOND_MS - 1);
			expect(await rereadDueSubscriptions()).toBe(0);
			advance(1);
		}
		stripe.answer = () => "till";
		expect(await rereadDueSubscriptions()).toBe(1);
		expect(await planId(user)).toBe("free");
	});

	test("runs by itself", async () => {
		const { user, customerId } = await createCustomer("pro", "endSubscription");
		const errors: unknown[] = [];
		const stop = startJob(rereadJob, (error) => errors.push(error));
		await sendEvent(customerId);
		await expect.poll(() => planId(user)).toBe("free");
		await stop();
		expect(errors).toEqual([]);
	});

	test("tells Stripe an address that was changed", async () => {
		const { user, customerId } = await createCustomer("pro");
		await rereadDueSubscriptions();
		const token = await transaction((tx) =>
			createEmailLink(tx, user.userId, "email", { newEmail: "new@example.com" }),
		);
		expect(await confirmEmailChange(token)).toBe(true);
		await rereadDueSubscriptions();
		expect(readTill().customers.find(({ id }) => id === customerId)?.email).toBe("new@example.com");
		stripe.requests.length = 0;
		await hearOf(customerId);
		expect(stripe.requests.map(({ method }) => method)).toEqual(["GET"]);
	});
});

describe("the end of a plan", () => {
	test("is told by mail, once", async () => {
		const { user, customerId } = await createCustomer("pro", "endSubscription");
		for (let n = 0; n < 3; n += 1) {
			advance(SECOND_MS);
			await hearOf(customerId);
		}
		const mails = await db.outboxMail.findMany({ where: { recipient: user.email } });
		expect(mails.map(({ kind, subject }) => [kind, subject])).toEqual([
			["plan-ended", "Your Pro plan has ended"],
		]);
	});

	test.each([
		["basic", 1],
		["pro", 0],
	])("of Pro beside a given %s plan is told %i times", async (given, times) => {
		const { user, subscriptionId } = await createCustomer("pro");
		await grantPlan(user.email, given);
		happen(subscriptionId, "endSubscription");
		advance(SECOND_MS);
		await refreshSubscription(user);
		expect(await planId(user)).toBe(given);
		expect(await db.outboxMail.count({ where: { recipient: user.email } })).toBe(times);
	});

	test("is not, for a change of plan or a failed payment that Stripe tries again", async () => {
		const { user, subscriptionId } = await createCustomer("pro");
		for (const what of ["changeToBasic", "failPayment"] as const) {
			happen(subscriptionId, what);
			advance(SECOND_MS);
			await refreshSubscription(user);
		}
		expect(await db.outboxMail.count({ where: { recipient: user.email } })).toBe(0);
	});
});

describe("any shuffle, repetition and loss of events", () => {
	const happenings = fc.array(
		fc.constantFrom<Happening>(
			"cancelAtPeriodEnd",
			"keepSubscription",
			"failPayment",
			"payWhatIsOwed",
			"changeToBasic",
			"changeToPro",
			"endPeriod",
		),
		{ maxLength: 8 },
	);
	const scenario = fc.record({
		happenings,
		ends: fc.constantFrom<Happening | null>("endSubscription", "leaveUnpaid", null),
		/** Which event is delivered when; an event may come never, once or often. */
		deliveries: fc.array(fc.nat({ max: 30 }), { maxLength: 20 }),
		/** After how many happenings each delivery comes, and whether the worker runs then. */
		pauses: fc.array(fc.record({ after: fc.nat({ max: 9 }), works: fc.boolean() }), {
			maxLength: 20,
		}),
		/** Stripe's answers that fail on the way. */
		failures: fc.array(fc.boolean(), { maxLength: 3 }),
		last: fc.constantFrom("event", "refresh"),
	});

	test("followed by one late event or a Refresh, ends in the plan that Stripe has", async () => {
		await fc.assert(
			fc.asyncProperty(scenario, async (given) => {
				const { user, customerId, subscriptionId } = await createCustomer("basic");
				const failures = [...given.failures];
				stripe.answer = () => (failures.pop() ? SERVER_ERROR : "till");
				const seen = new Map<number, Awaited<ReturnType<typeof signedEvent>>>();
				async function deliver(index: number) {
					const event = seen.get(index) ?? (await eventAbout(customerId));
					seen.set(index, event);
					await receiveWebhook(event.body, event.signature);
				}
				const all = given.ends ? [...given.happenings, given.ends] : given.happenings;
				for (const [step, what] of all.entries()) {
					happen(subscriptionId, what);
					advance(SECOND_MS);
					for (const [n, { after, works }] of given.pauses.entries()) {
						if (after !== step) continue;
						await deliver(given.deliveries[n] ?? 0);
						if (works) await rereadDueSubscriptions();
					}
				}
				stripe.answer = () => "till";
				advance(SECOND_MS);
				if (given.last === "refresh") {
					expect(await refreshSubscription(user)).toBe(true);
				} else {
					await sendEvent(customerId);
					while ((await rereadDueSubscriptions()) > 0);
				}
				expect(await planId(user)).toBe(truthOf(subscriptionId));
			}),
			{ numRuns: 60 },
		);
	});

	/** The plan by what the till has in its books, told in this test's own words. */
	function truthOf(subscriptionId: string): string {
		const subscription = readTill().subscriptions.find(({ id }) => id === subscriptionId);
		if (!subscription) return "free";
		const { status, priceId } = subscription;
		if (!["active", "past_due"].includes(status)) return "free";
		return priceId === "price_pro" ? "pro" : "basic";
	}
});

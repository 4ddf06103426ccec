import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { planOfPrice } from "#app/billing/prices.server.ts";
import {
	createCheckout,
	expireCheckout,
	readCheckout,
} from "#app/billing/stripe/checkout.server.ts";
import type * as Portal from "#app/billing/stripe/portal.server.ts";
import { openPortal } from "#app/billing/stripe/portal.server.ts";
import {
	changePlan,
	readSubscription,
	type StripeSubscription,
} from "#app/billing/stripe/subscription.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { openLog } from "#app/platform/log.server.ts";
import {
	createCustomer,
	deleteCustomer,
	updateCustomerEmail,
} from "#app/platform/stripe/customer.server.ts";
import { PaymentsUnavailable } from "#app/platform/stripe/errors.server.ts";
import { readEvent } from "#app/platform/stripe/event.server.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { Till } from "../../../local/stripe/till.ts";
import type { StripeAnswer, StripeRequest } from "../../kit/stand-ins/stripe.ts";
import { CARD_DECLINED, RATE_LIMIT, SERVER_ERROR } from "../../kit/stand-ins/stripe.ts";
import {
	createTillCustomer,
	deleteTillCustomer,
	giveCard,
	happen,
	payCheckout,
	readTill,
	signedEvent,
	subscribe,
	till,
} from "../../kit/stand-ins/till.ts";
import { stopClock } from "../../kit/stop-clock.ts";

const stripe = await vi.hoisted(async () =>
	(await import("../../kit/process/host-with.ts")).hostWithStripe(),
);

const NOW = new Date("2026-11-21T08:00:00.000Z");
const NEXT_MONTH = new Date("2026-12-21T08:00:00.000Z");

let advance: (ms: number) => void;

beforeEach(() => {
	advance = stopClock(NOW);
	stripe.answer = () => "till";
	stripe.requests.length = 0;
	fs.rmSync(path.join(path.dirname(env.databaseFile), "till.json"), { force: true });
});

afterAll(() => stripe.stop());

async function subscribed(plan: "basic" | "pro" | `price_${string}` = "basic") {
	const customerId = createTillCustomer();
	const id = subscribe(customerId, plan);
	return { customerId, id, subscription: await read(customerId) };
}

async function read(customerId: string): Promise<StripeSubscription> {
	const subscription = await readSubscription(customerId);
	if (!subscription) throw new Error("There is no subscription");
	return subscription;
}

function openCheckout(customerId: string, afterCheckoutId: string | null = null) {
	return createCheckout({ customerId, plan: "pro", afterCheckoutId });
}

describe("a customer", () => {
	test("is made with the address and the account's id, once for a double click", async () => {
		const [first, second] = await Promise.all([
			createCustomer("user-1", "jane@example.com"),
			createCustomer("user-1", "jane@example.com"),
		]);
		expect(second).toBe(first);
		expect(readTill().customers).toEqual([
			expect.objectContaining({
				id: first,
				email: "jane@example.com",
				metadata: { user_id: "user-1" },
			}),
		]);
	});

	test("of another account is another one, though the address is the same", async () => {
		const first = await createCustomer("user-1", "jane@example.com");
		expect(await createCustomer("user-2", "jane@example.com")).not.toBe(first);
	});

	test("gets the account's new address", async () => {
		const customerId = createTillCustomer("old@example.com");
		await updateCustomerEmail(customerId, "new@example.com");
		expect(readTill().customers[0]?.email).toBe("new@example.com");
	});

	test("is deleted with every subscription and every open page to pay at", async () => {
		const { customerId } = await subscribed("basic");
		subscribe(customerId, "pro");
		const checkout = await openCheckout(customerId);
		await deleteCustomer(customerId);
		const books = readTill();
		expect(books.customers[0]?.isDeleted).toBe(true);
		expect(books.subscriptions.map(({ status }) => status)).toEqual(["canceled", "canceled"]);
		expect(payCheckout(checkout.id)).toBe("expired");
		expect(await readSubscription(customerId)).toBeNull();
	});

	test("who is gone already is deleted again without complaint", async () => {
		const customerId = createTillCustomer();
		await deleteCustomer(customerId);
		await deleteCustomer(customerId);
		await deleteCustomer("cus_never");
	});
});

describe("a subscription", () => {
	test("is null for a customer without one, one who is gone, and one who never was", async () => {
		const customerId = createTillCustomer();
		expect(await readSubscription(customerId)).toBeNull();
		deleteTillCustomer(customerId);
		expect(await readSubscription(customerId)).toBeNull();
		expect(await readSubscription("cus_never", { brief: true })).toBeNull();
	});

	test("is read with its price, its item and its dates", async () => {
		const { id, subscription } = await subscribed("pro");
		expect(subscription).toEqual({
			id,
			othersCharged: 0,
			status: "active",
			itemId: expect.stringMatching(/^si_/),
			priceId: "price_pro",
			currentPeriodEnd: NEXT_MONTH,
			cancelAt: null,
		});
	});

	test("that ends with its period says when, and no more once it is kept", async () => {
		const { customerId, id } = await subscribed();
		happen(id, "cancelAtPeriodEnd");
		expect((await read(customerId)).cancelAt).toEqual(NEXT_MONTH);
		happen(id, "keepSubscription");
		expect((await read(customerId)).cancelAt).toBeNull();
	});

	test("of several is the one that gives the most", async () => {
		const customerId = createTillCustomer();
		const ids = ["price_old", "basic", "pro"].map((plan) => subscribe(customerId, plan as "pro"));
		const [other, basic, pro] = ids as [string, string, string];
		expect((await read(customerId)).id).toBe(pro);
		happen(pro, "endSubscription");
		expect((await read(customerId)).id).toBe(basic);
		happen(basic, "leaveUnpaid");
		expect((await read(customerId)).id).toBe(other);
		happen(other, "endSubscription");
		expect((await read(customerId)).id).toBe(basic);
		expect(planOfPrice("price_old")).toBeNull();
	});

	test("of two that give the same is the newer one", async () => {
		const { customerId } = await subscribed();
		advance(SECOND_MS);
		const newer = subscribe(customerId, "basic");
		expect((await read(customerId)).id).toBe(newer);
	});
});

describe("a checkout", () => {
	test("is for the plan, leads back to the dashboard, and is one for a double click", async () => {
		const customerId = createTillCustomer();
		const [first, second] = await Promise.all([openCheckout(customerId), openCheckout(customerId)]);
		expect(second).toEqual(first);
		expect(first).toEqual({
			id: expect.stringMatching(/^cs_/),
			plan: "pro",
			status: "open",
			url: `https://smallprint.test/local/till/checkout/${first.id}`,
		});
		expect(readTill().checkouts).toEqual([
			expect.objectContaining({
				customerId,
				priceId: "price_pro",
				successUrl:
					"https://smallprint.test/dashboard?success=true&session_id={CHECKOUT_SESSION_ID}",
				cancelUrl: "https://smallprint.test/dashboard?cancelled=true",
			}),
		]);
	});

	test("after another one, or for another plan, is a new one", async () => {
		const customerId = createTillCustomer();
		const first = await openCheckout(customerId);
		const after = await openCheckout(customerId, first.id);
		const basic = await createCheckout({ customerId, plan: "basic", afterCheckoutId: null });
		expect(new Set([first.id, after.id, basic.id]).size).toBe(3);
	});

	test("is open until it is paid, and then has no address; one that never was is null", async () => {
		const { id, url } = await openCheckout(createTillCustomer());
		expect(await readCheckout(id)).toEqual({ id, plan: "pro", status: "open", url });
		expect(payCheckout(id)).toBe("paid");
		expect(await readCheckout(id)).toEqual({ id, plan: "pro", status: "complete", url: null });
		expect(await readCheckout("cs_never")).toBeNull();
	});

	test("can be closed, and can't be paid any more", async () => {
		const { id } = await openCheckout(createTillCustomer());
		await expireCheckout(id);
		expect((await readCheckout(id))?.status).toBe("expired");
		expect(payCheckout(id)).toBe("expired");
		expect(readTill().subscriptions).toEqual([]);
	});

	test("that is closed, paid or unknown is closed without complaint, and stays what it is", async () => {
		const { id } = await openCheckout(createTillCustomer());
		payCheckout(id);
		await expireCheckout(id);
		await expireCheckout(id);
		expect((await readCheckout(id))?.status).toBe("complete");
		await expireCheckout("cs_never");
	});

	test("is closed by itself after a day", async () => {
		const { id } = await openCheckout(createTillCustomer());
		advance(DAY_MS);
		expect(await readCheckout(id)).toMatchObject({ status: "expired", url: null });
	});
});

describe("a change of plan", () => {
	test("to a cheaper plan needs no card", async () => {
		const { customerId, subscription } = await subscribed("pro");
		giveCard(customerId, "declined");
		expect((await changePlan(subscription, "basic")).priceId).toBe("price_basic");
	});

	test("up, down and up again within a minute ends up", async () => {
		const { customerId, subscription } = await subscribed("basic");
		const pro = await changePlan(subscription, "pro");
		const basic = await changePlan(pro, "basic");
		await changePlan(basic, "pro");
		expect((await read(customerId)).priceId).toBe("price_pro");
	});

	test("that is asked for twice at once is charged once", async () => {
		const { subscription } = await subscribed("basic");
		await Promise.all([changePlan(subscription, "pro"), changePlan(subscription, "pro")]);
		const paid = readTill().events.filter(({ type }) => type === "invoice.paid");
		// The first month, and the difference.
		expect(paid).toHaveLength(2);
	});

	test("is refused for a subscription that is over", async () => {
		const { id, subscription } = await subscribed("basic");
		happen(id, "endSubscription");
		await expect(changePlan(subscription, "pro")).rejects.toThrow(PaymentsUnavailable);
	});
});

describe("the billing portal", () => {
	test("opens for a customer, with one configuration for all of them", async () => {
		const url = await openPortal(createTillCustomer());
		expect(url).toMatch(/^https:\/\/smallprint\.test\/local\/till\/portal\/bps_/);
		await openPortal(createTillCustomer());
		const [configuration, ...others] = readTill().configurations;
		expect(others).toEqual([]);
		expect(configuration?.features).toMatchObject({
			customer_update: { enabled: true, allowed_updates: ["name", "address", "tax_id"] },
			payment_method_update: { enabled: true },
			subscription_cancel: { enabled: true, mode: "at_period_end" },
			subscription_update: {
				proration_behavior: "always_invoice",
				products: [{ product: "prod_till", prices: Object.values(env.stripe.prices) }],
			},
		});
		expect(readTill().portals[0]?.returnUrl).toBe("https://smallprint.test/settings");
	});

	test("is configured by one process, and the next finds that", async () => {
		const customerId = createTillCustomer();
		for (let n = 0; n < 2; n += 1) {
			const { openPortal } = await restarted();
			await openPortal(customerId);
		}
		expect(readTill().configurations).toHaveLength(1);
	});
});

test.each<[string, (customerId: string) => Promise<unknown>]>([
	["an address", (id) => updateCustomerEmail(id, "new@example.com")],
	["a checkout", (id) => openCheckout(id)],
	["a portal", async (id) => (await restarted()).openPortal(id)],
])("a customer who is gone or never was can't get %s", async (_what, give) => {
	const customerId = createTillCustomer();
	deleteTillCustomer(customerId);
	for (const id of [customerId, "cus_never"]) {
		expect(await nameOfError(give(id))).toBe("CustomerGone");
	}
	expect(readTill().checkouts).toEqual([]);
});

/** The portal as another process has it, which has found no configuration yet. */
async function restarted(): Promise<typeof Portal> {
	vi.resetModules();
	return import("#app/billing/stripe/portal.server.ts");
}

type Call = {
	name: string;
	/** Sets the stage; answers what is called, and called again for a second try. */
	prepare: () => Promise<() => Promise<unknown>>;
	/** The one request of it that goes wrong, where it makes several. */
	only?: (request: StripeRequest) => boolean;
	retries: boolean;
};

/** A call of `run` on a stage that is set at Stripe before it. */
function callOf<Stage>(
	name: string,
	setStage: () => Stage | Promise<Stage>,
	run: (stage: Stage) => Promise<unknown>,
): Call {
	const prepare = async () => {
		const stage = await setStage();
		return () => run(stage);
	};
	return { name, prepare, retries: true };
}

const nothing = () => {};
const customer = () => createTillCustomer();
const checkout = () => openCheckout(createTillCustomer());
const portal = async () => ({ ...(await restarted()), customerId: createTillCustomer() });

const portalCalls: Call[] = [
	["a price", "GET", "/price_pro"],
	["the configurations", "GET", "/configurations"],
	["a new configuration", "POST", "/configurations"],
	["the session", "POST", "/sessions"],
].map(([what, method, end = ""]) => ({
	...callOf(`openPortal, at ${what}`, portal, (one) => one.openPortal(one.customerId)),
	only: (request) => request.method === method && request.path.endsWith(end),
}));

const CALLS: Call[] = [
	callOf("createCustomer", nothing, () => createCustomer("user-1", "jane@example.com")),
	callOf("updateCustomerEmail", customer, (id) => updateCustomerEmail(id, "new@example.com")),
	callOf("deleteCustomer", subscribed, ({ customerId }) => deleteCustomer(customerId)),
	callOf("readSubscription", subscribed, ({ customerId }) => readSubscription(customerId)),
	{
		...callOf("readSubscription, briefly", subscribed, ({ customerId }) =>
			readSubscription(customerId, { brief: true }),
		),
		retries: false,
	},
	callOf("createCheckout", customer, (id) => openCheckout(id)),
	callOf("readCheckout", checkout, ({ id }) => readCheckout(id)),
	callOf("expireCheckout", checkout, ({ id }) => expireCheckout(id)),
	callOf("changePlan", subscribed, ({ subscription }) => changePlan(subscription, "pro")),
	...portalCalls,
];

/** What the till holds, but for what no one sees. */
function holdings() {
	const { replies: _, ...books } = readTill();
	return books;
}

/** Has each request that this call makes answered so, and fails unless it was made. */
function answerWith({ only = () => true }: Call, answer: StripeAnswer, { times = 100 } = {}) {
	const met: StripeRequest[] = [];
	stripe.answer = (request) => {
		if (!only(request) || met.length >= times) return "till";
		met.push(request);
		return answer;
	};
	return met;
}

async function nameOfError(work: Promise<unknown>): Promise<string> {
	const error = await work.then(
		() => new Error("It did not fail"),
		(reason: Error) => reason,
	);
	return error.name;
}

describe.each(CALLS)("$name", (call) => {
	const faults: [string, StripeAnswer, string][] = [
		["500", SERVER_ERROR, "PaymentsUnavailable"],
		["broken connection", "drop", "PaymentsUnavailable"],
	];
	if (call.name === "changePlan") {
		faults.push(["429", RATE_LIMIT, "PaymentsUnavailable"], ["402", CARD_DECLINED, "CardDeclined"]);
	}

	test.each(faults)(
		"on a %s says so, changes nothing, and works the next time",
		async (_what, answer, name) => {
			const run = await call.prepare();
			const before = holdings();
			const met = answerWith(call, answer);
			expect(await nameOfError(run())).toBe(name);
			expect(met.length).toBeGreaterThan(0);
			if (!call.only) expect(holdings()).toEqual(before);
			stripe.answer = () => "till";
			await run();
		},
	);

	if (call.retries) {
		test.each<[string, StripeAnswer]>([
			["a 500", SERVER_ERROR],
			["an answer that was lost", "lose"],
		])("after %s is asked again under the same key, and done once", async (_what, answer) => {
			const run = await call.prepare();
			const met = answerWith(call, answer, { times: 1 });
			stripe.requests.length = 0;
			await run();
			const [first] = met;
			const same = stripe.requests.filter(
				({ method, path }) => method === first?.method && path === first.path,
			);
			expect(same).toEqual([first, first]);
			const isPost = first?.method === "POST";
			expect(first?.idempotencyKey !== undefined).toBe(isPost);
			const { customers, checkouts, subscriptions, configurations, portals } = readTill();
			for (const made of [customers, checkouts, subscriptions, configurations, portals]) {
				expect(made.length).toBeLessThanOrEqual(1);
			}
		});
	}
});

test("a Stripe that does not answer is given up after 8 seconds and one more try, or after 3 where a person waits", async () => {
	const runs: [Call, () => Promise<unknown>][] = [];
	for (const call of [...CALLS.filter(({ only }) => !only), ...portalCalls.slice(0, 1)]) {
		runs.push([call, await call.prepare()]);
	}
	const met = new Set<string>();
	// The first try is not done, the second is, and nobody hears of it.
	stripe.answer = ({ method, path, params }) => {
		const request = JSON.stringify([method, path, params]);
		const isFirst = !met.has(request);
		met.add(request);
		return isFirst ? "hang" : "slow";
	};
	const started = performance.now();
	await Promise.all(
		runs.map(async ([call, run]) => {
			expect([call.name, await nameOfError(run())]).toEqual([call.name, "PaymentsUnavailable"]);
			const seconds = (performance.now() - started) / SECOND_MS;
			expect(seconds).toBeGreaterThan(call.retries ? 15 : 2.5);
			expect(seconds).toBeLessThan(call.retries ? 60 : 15);
		}),
	);
});

describe("a webhook", () => {
	test("is read for its id, its type, its moment and its customer", async () => {
		const createdAt = new Date("2026-11-21T07:59:59.000Z");
		const { id, body, signature } = await signedEvent({ createdAt });
		expect(await readEvent(body, signature)).toEqual({
			id,
			type: "customer.subscription.updated",
			customerId: "cus_1",
			createdAt,
		});
	});

	test.each([
		["a customer", { object: "customer", id: "cus_2" }, "cus_2"],
		["an expanded customer", { object: "invoice", customer: { id: "cus_3" } }, "cus_3"],
		["no customer", { object: "invoice", customer: null }, null],
		["nothing of the kind", { object: "product", id: "prod_1" }, null],
	])("about %s says so", async (_what, object, customerId) => {
		const { body, signature } = await signedEvent({ object });
		expect(await readEvent(body, signature)).toMatchObject({ customerId });
	});

	test("is what the till signs, too", async () => {
		const { customerId } = await subscribed();
		for (const { id, type, payload } of readTill().events) {
			expect(await readEvent(payload, till.sign(payload))).toEqual({
				id,
				type,
				customerId,
				createdAt: NOW,
			});
		}
	});

	test("is believed for 5 minutes before and after it was signed by the app's clock, and for no longer", async () => {
		const { body, signature } = await signedEvent();
		advance(5 * MINUTE_MS);
		expect(await readEvent(body, signature)).not.toBeNull();
		advance(SECOND_MS);
		expect(await readEvent(body, signature)).toBeNull();
		advance(-10 * MINUTE_MS - SECOND_MS);
		expect(await readEvent(body, signature)).not.toBeNull();
		advance(-SECOND_MS);
		expect(await readEvent(body, signature)).toBeNull();
	});

	test("with another body, another secret or another signature, or without JSON, is not believed", async () => {
		const { body, signature } = await signedEvent();
		const another = await signedEvent();
		const [t = "", v1 = ""] = signature.split(",");
		const later = `t=${Number(t.slice(2)) + 1}`;
		const wrong: [string, string][] = [
			[`${body} `, signature],
			[body.replace("cus_1", "cus_2"), signature],
			[body, another.signature],
			[body, `${later},${v1}`],
			[body, `${t},v1=${"0".repeat(64)}`],
			[body, `${t},${v1.replace("v1", "v0")}`],
			[body, t],
			[body, v1],
			[body, ""],
			[body, "garbage"],
			[body, "t=,v1="],
			[body, `${t},v1=`],
			[body, `${t},v1`],
			[body, `${t},v1=é`],
			["", signature],
			["garbage", signature],
			["garbage", till.sign("garbage")],
			...["", "null", "[]", "{}", "1", '{"id":"evt_1"}', '{"id":"evt_1","data":{}}'].map(
				(text): [string, string] => [text, till.sign(text)],
			),
		];
		for (const [text, header] of wrong) {
			expect([text, header, await readEvent(text, header)]).toEqual([text, header, null]);
		}
		const other = { webhookSecret: "whsec_another", file: "", prices: {} };
		const forger = new Till({ ...env.stripe, ...other });
		expect(await readEvent(body, forger.sign(body))).toBeNull();
	});

	test("that is refused leaves a line in the log that says why, and nothing of what was sent", async () => {
		const { body, signature } = await signedEvent();
		// The lines of a turn of the event loop leave together, at its end.
		const linesHaveLeft = () => new Promise((resolve) => setImmediate(resolve));
		await linesHaveLeft();
		openLog();
		const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
		await readEvent(body, signature.replace("v1=", "v1=0"));
		await readEvent("very-private", till.sign("very-private"));
		await linesHaveLeft();
		const lines = write.mock.calls.map(([line]) => String(line)).join("");
		write.mockRestore();
		expect(lines.match(/"event":"webhook refused","reason":"\w+"/g)).toEqual([
			'"event":"webhook refused","reason":"signature"',
			'"event":"webhook refused","reason":"body"',
		]);
		expect(lines).not.toMatch(/very-private|cus_1/);
	});
});

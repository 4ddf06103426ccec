import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { env } from "#app/platform/env/env.server.ts";
import { readEvent } from "#app/platform/stripe/event.server.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { startChild } from "../../kit/process/child.ts";
import { type Loopback, listenOnLoopback, readBody } from "../../kit/process/loopback.ts";
import {
	createTillCustomer,
	deleteTillCustomer,
	giveCard,
	happen,
	openTill,
	readTill,
	subscribe,
	till,
	tillApi,
} from "../../kit/stand-ins/till.ts";
import { stopClock } from "../../kit/stop-clock.ts";

const NOW = new Date("2026-01-31T08:00:00.000Z");
const file = path.join(path.dirname(env.databaseFile), "till.json");

let advance: (ms: number) => void;

beforeEach(() => {
	advance = stopClock(NOW);
	fs.rmSync(file, { force: true });
});

const JANE = { email: "jane@example.com" };

type Body = Record<string, string>;

async function ask(
	request: string,
	body?: Body,
	{ key = "", secretKey = env.stripe.secretKey } = {},
) {
	const [method = "", at = ""] = request.split(" ");
	const answer = await tillApi.request(`/v1${at}`, {
		method,
		headers: { Authorization: `Bearer ${secretKey}`, ...(key && { "Idempotency-Key": key }) },
		...(body && { body: new URLSearchParams(body) }),
	});
	return {
		status: answer.status,
		isReplay: answer.headers.get("Idempotent-Replayed") === "true",
		body: (await answer.json()) as { id?: string; error?: Record<string, string> },
	};
}

const ORDER = {
	mode: "subscription",
	customer: "cus_1",
	"line_items[0][price]": "price_1",
	"line_items[0][quantity]": "1",
	success_url: "https://smallprint.example/",
	cancel_url: "https://smallprint.example/",
};

describe("a request", () => {
	test.each<[string, string, Body | undefined, number, Record<string, string>]>([
		["to an unknown address", "POST /coupons", {}, 404, { type: "invalid_request_error" }],
		["with another method", "DELETE /checkout/sessions/cs_1", undefined, 404, {}],
		[
			"with an unknown parameter",
			"POST /customers",
			{ ...JANE, mail: "x" },
			400,
			{ code: "parameter_unknown", param: "mail" },
		],
		[
			"with an unknown parameter inside",
			"POST /checkout/sessions",
			{ ...ORDER, "line_items[0][discount]": "all" },
			400,
			{ code: "parameter_unknown", param: "line_items[0][discount]" },
		],
		[
			"without what it needs",
			"GET /subscriptions?status=all",
			undefined,
			400,
			{ code: "parameter_missing", param: "customer" },
		],
		[
			"for a customer who never was",
			"GET /subscriptions?status=all&customer=cus_1",
			undefined,
			400,
			{ code: "resource_missing", param: "customer" },
		],
		["about a customer who never was", "DELETE /customers/cus_1", undefined, 404, { param: "id" }],
		["about a price that never was", "GET /prices/price_1", undefined, 404, { param: "price" }],
		["with names of JavaScript's", "POST /customers", { "__proto__[a]": "b" }, 400, {}],
	])("%s is refused as Stripe does", async (_what, request, body, status, error) => {
		const answer = await ask(request, body);
		expect(answer.status).toBe(status);
		expect(answer.body.error).toMatchObject(error);
		expect(answer.body.error?.message).toBeTruthy();
		expect(readTill().customers).toEqual([]);
	});

	test("with another key, or with none, is refused and shows no key", async () => {
		const wrong = await ask("POST /customers", undefined, { secretKey: "sk_test_somebody_elses" });
		expect(wrong.status).toBe(401);
		expect(wrong.body.error?.message).not.toContain("somebody");
		expect((await tillApi.request("/v1/customers")).status).toBe(401);
	});

	test("under the same idempotency key is answered as the first time, for a day, and refused with another body", async () => {
		const create = () => ask("POST /customers", JANE, { key: "one" });
		const first = await create();
		expect(first.isReplay).toBe(false);
		expect(await create()).toEqual({ ...first, isReplay: true });
		const other = await ask("POST /customers", { email: "eve@example.com" }, { key: "one" });
		expect(other).toMatchObject({ status: 400, body: { error: { type: "idempotency_error" } } });
		expect(readTill().customers).toHaveLength(1);
		advance(DAY_MS);
		expect((await create()).body.id).not.toBe(first.body.id);
	});

	test("that failed is answered so again under its key, unless its parameters were wrong", async () => {
		const customerId = createTillCustomer();
		subscribe(customerId, "basic");
		giveCard(customerId, "declined");
		const [subscription] = readTill().subscriptions;
		const change = {
			"items[0][id]": subscription?.itemId ?? "",
			"items[0][price]": env.stripe.prices.pro,
			proration_behavior: "always_invoice",
			payment_behavior: "error_if_incomplete",
		};
		const upgrade = (key: string, more = {}) =>
			ask(`POST /subscriptions/${subscription?.id}`, { ...change, ...more }, { key });
		expect((await upgrade("upgrade", { more: "x" })).status).toBe(400);
		expect((await upgrade("upgrade")).status).toBe(402);
		giveCard(customerId, "works");
		expect(await upgrade("upgrade")).toMatchObject({ status: 402, isReplay: true });
		expect((await upgrade("again")).status).toBe(200);
	});
});

describe("a period", () => {
	const ends = () => new Date((readTill().subscriptions[0]?.periodEnd ?? 0) * SECOND_MS);
	const state = () => readTill().subscriptions[0];

	/** Lets time pass, and what is due happen. */
	function pass(ms: number) {
		advance(ms);
		till.settle();
	}

	/** A customer whose card was declined at the end of the first month. */
	function createDebtor(): string {
		const customerId = createTillCustomer();
		subscribe(customerId, "basic");
		giveCard(customerId, "declined");
		pass(28 * DAY_MS);
		return customerId;
	}

	test("is a month, the last day of a shorter one, and is followed by another", () => {
		subscribe(createTillCustomer(), "basic");
		expect(ends()).toEqual(new Date("2026-02-28T08:00:00.000Z"));
		advance(28 * DAY_MS - SECOND_MS);
		expect(ends()).toEqual(new Date("2026-02-28T08:00:00.000Z"));
		advance(SECOND_MS);
		expect(ends()).toEqual(new Date("2026-03-28T08:00:00.000Z"));
		expect(state()?.status).toBe("active");
	});

	test("that passed while nothing ran is made up for, with an invoice each", () => {
		subscribe(createTillCustomer(), "basic");
		pass(90 * DAY_MS);
		expect(ends()).toEqual(new Date("2026-05-28T08:00:00.000Z"));
		const paid = readTill().events.filter(({ type }) => type === "invoice.paid");
		expect(paid).toHaveLength(4);
	});

	test("ends a subscription that was to end with it", () => {
		happen(subscribe(createTillCustomer(), "basic"), "cancelAtPeriodEnd");
		pass(28 * DAY_MS);
		expect(state()).toMatchObject({ status: "canceled", nextPaymentAt: null });
		expect(readTill().events.at(-1)?.type).toBe("customer.subscription.deleted");
	});

	test("with a declined card is past due, tried every three days, and ends at the fourth try", () => {
		createDebtor();
		const states: unknown[] = [];
		for (let tries = 0; tries < 4; tries += 1) {
			states.push([state()?.status, state()?.failedPayments]);
			pass(3 * DAY_MS);
		}
		expect(states).toEqual([
			["past_due", 1],
			["past_due", 2],
			["past_due", 3],
			["canceled", 3],
		]);
	});

	test("with a card that works again is active after the next try", () => {
		giveCard(createDebtor(), "works");
		advance(3 * DAY_MS);
		expect(state()).toMatchObject({ status: "active", failedPayments: 0, nextPaymentAt: null });
	});

	test("stores nothing by being looked at", () => {
		subscribe(createTillCustomer(), "basic");
		const before = fs.readFileSync(file, "utf8");
		advance(90 * DAY_MS);
		readTill();
		expect(fs.readFileSync(file, "utf8")).toBe(before);
	});
});

describe("a webhook", () => {
	const received: { body: string; signature: string }[] = [];
	let status = 200;
	let server: Loopback;
	let address: string;

	beforeAll(async () => {
		server = await listenOnLoopback(
			http.createServer(async (request, response) => {
				const signature = String(request.headers["stripe-signature"]);
				received.push({ body: await readBody(request), signature });
				response.writeHead(status).end();
			}),
		);
		address = `${server.url}/stripe/webhook`;
	});

	beforeEach(() => {
		received.length = 0;
		status = 200;
	});

	afterAll(() => server.stop());

	test("tells of everything that happened, once, signed so that the app believes it", async () => {
		const customerId = createTillCustomer();
		const id = subscribe(customerId, "basic");
		happen(id, "changeToPro");
		happen(id, "failPayment");
		deleteTillCustomer(customerId);
		expect(await till.deliver(address)).toBe(9);
		expect(await till.deliver(address)).toBe(0);
		const types = received.map(({ body }) => JSON.parse(body).type as string);
		expect(types.sort()).toEqual([
			"customer.created",
			"customer.deleted",
			"customer.subscription.created",
			"customer.subscription.deleted",
			"customer.subscription.updated",
			"customer.subscription.updated",
			"invoice.paid",
			"invoice.paid",
			"invoice.payment_failed",
		]);
		for (const { body, signature } of received) {
			expect(await readEvent(body, signature)).toMatchObject({ customerId });
		}
	});

	test("that is not taken comes again, later each time, until it is", async () => {
		createTillCustomer();
		status = 500;
		const waits: number[] = [];
		for (let tries = 0; tries < 5; tries += 1) {
			expect(await till.deliver(address)).toBe(1);
			const wait = (readTill().events[0]?.nextAttemptAt ?? 0) - Date.parse("2026-01-31T08:00:00Z");
			waits.push(wait - waits.reduce((sum, one) => sum + one, 0));
			advance((waits.at(-1) ?? 0) - 1);
			expect(await till.deliver(address)).toBe(0);
			advance(1);
		}
		expect(waits).toEqual([2, 4, 8, 16, 32].map((seconds) => seconds * SECOND_MS));
		status = 200;
		expect(await till.deliver(address)).toBe(1);
		expect(readTill().events[0]).toMatchObject({
			attempts: 6,
			isDelivered: true,
			nextAttemptAt: null,
		});
		advance(HOUR_MS);
		expect(await till.deliver(address)).toBe(0);
		expect(new Set(received.map(({ body }) => body)).size).toBe(1);
		// Signed anew each time, so that a late one is still believed.
		expect(new Set(received.map(({ signature }) => signature)).size).toBe(6);
	});

	test("that a redirect or nobody answers was not taken", async () => {
		createTillCustomer();
		status = 302;
		await till.deliver(address);
		advance(MINUTE_MS);
		await till.deliver("http://127.0.0.1:9/stripe/webhook");
		expect(readTill().events[0]).toMatchObject({
			attempts: 2,
			isDelivered: false,
			lastReply: "no answer",
		});
	});

	test("is given up after three days", async () => {
		createTillCustomer();
		status = 500;
		let tries = 0;
		while (readTill().events[0]?.nextAttemptAt) {
			await till.deliver(address);
			advance(HOUR_MS);
			tries += 1;
		}
		expect(tries).toBe(73);
		expect(readTill().events[0]?.isDelivered).toBe(false);
	});

	test("is forgotten when a hundred newer ones are over, and never before it is over", async () => {
		const ids = Array.from({ length: 150 }, (_, n) => createTillCustomer(`${n}@example.com`));
		expect(readTill().events).toHaveLength(ids.length);
		// On a busy machine, one of so many may get no answer in time. It comes again.
		while ((await till.deliver(address)) > 0) advance(MINUTE_MS);
		createTillCustomer("last@example.com");
		expect(readTill().events).toHaveLength(101);
	});
});

describe("the file", () => {
	test("is for its owner alone, and says what to do when it is broken", async () => {
		createTillCustomer();
		expect(fs.statSync(file).mode & 0o777).toBe(0o600);
		for (const text of ["", "{ broken", "null", "[]", '{"customers": {}}']) {
			fs.writeFileSync(file, text);
			expect(() => readTill()).toThrow("Delete it, and the till goes on without it.");
			const answer = await ask("POST /customers", JANE);
			expect(answer.status).toBe(500);
			expect(answer.body.error?.message).toContain("Delete it, and the till goes on without it.");
			expect(fs.readFileSync(file, "utf8")).toBe(text);
		}
	});

	test("keeps what it was when a step fails", () => {
		const { customerId } = openTill("jane@example.com");
		const before = fs.readFileSync(file, "utf8");
		expect(() =>
			till.change((ledger) => {
				ledger.customers.length = 0;
				throw new Error("in the middle");
			}),
		).toThrow("in the middle");
		expect(fs.readFileSync(file, "utf8")).toBe(before);
		expect(createTillCustomer()).not.toBe(customerId);
	});

	test("loses nothing to another process that writes at the same time", async () => {
		const children = [1, 2].map(() => startChild("use-till", { args: ["100"] }));
		for (let n = 0; n < 100; n += 1) createTillCustomer(`here-${n}@example.com`);
		expect(await Promise.all(children.map(({ exit }) => exit))).toEqual([0, 0]);
		expect(readTill().customers).toHaveLength(300);
		expect(fs.readdirSync(path.dirname(file)).filter((name) => name.startsWith("till"))).toEqual([
			"till.json",
		]);
	});

	test("is not locked for ever by a process that was killed", () => {
		const lock = `${file}.lock`;
		fs.writeFileSync(lock, "");
		const longAgo = (Date.now() - MINUTE_MS) / SECOND_MS;
		fs.utimesSync(lock, longAgo, longAgo);
		createTillCustomer();
		expect(readTill().customers).toHaveLength(1);
	});
});

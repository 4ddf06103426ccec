import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { clock } from "#app/platform/clock.server.ts";
import { MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { dumpDatabase } from "../../kit/dump.ts";
import { createClient } from "../../kit/http/client.ts";
import { startServer, type TestServer } from "../../kit/process/server.ts";
import { type FakeStripe, SERVER_ERROR, startStripe } from "../../kit/stand-ins/stripe.ts";
import { happen, signedEvent } from "../../kit/stand-ins/till.ts";
import { createCustomer, planId } from "../../kit/world/customer.ts";
import { databaseFile } from "../../kit/world/world.ts";

const ADDRESS = "/stripe/webhook";
const PATIENTLY = { timeout: 15_000 };

let stripe: FakeStripe;
let server: TestServer;

beforeAll(async () => {
	stripe = await startStripe();
	server = await startServer(databaseFile, { STRIPE_API_URL: stripe.url });
});

afterAll(async () => {
	expect(await server.stop()).toBe(0);
	expect(server.errors).toEqual([]);
	await stripe.stop();
});

/** As Stripe posts: without an origin, a cookie, or anything that a browser adds. */
function post(body: string, headers: Record<string, string> = {}) {
	return createClient(server.url).send(ADDRESS, {
		method: "POST",
		headers: { "Content-Type": "application/json", "Sec-Fetch-Site": undefined, ...headers },
		body,
	});
}

async function createSubscriber() {
	const customer = await createCustomer("pro");
	await expect.poll(() => planId(customer.user), PATIENTLY).toBe("pro");
	return customer;
}

describe("a webhook", () => {
	test("is taken, and the plan follows", async () => {
		const { user, customerId, subscriptionId } = await createSubscriber();
		happen(subscriptionId, "endSubscription");
		const { body, signature } = await signedEvent({
			object: { object: "subscription", customer: customerId },
		});
		const answer = await post(body, { "Stripe-Signature": signature });
		expect(answer.status).toBe(200);
		expect(JSON.parse(answer.text)).toEqual({ received: true });
		await expect.poll(() => planId(user), PATIENTLY).toBe("free");
	});

	test("is taken while Stripe's API is down, and the plan follows once it is back", async () => {
		const { user, customerId, subscriptionId } = await createSubscriber();
		happen(subscriptionId, "changeToBasic");
		stripe.answer = () => SERVER_ERROR;
		const { body, signature } = await signedEvent({
			object: { object: "subscription", customer: customerId },
		});
		expect((await post(body, { "Stripe-Signature": signature })).status).toBe(200);
		stripe.answer = () => "till";
		await expect.poll(() => planId(user), { timeout: 40_000 }).toBe("basic");
	});

	test("of an unknown customer is taken, so that Stripe does not send it for three days", async () => {
		const { body, signature } = await signedEvent();
		expect((await post(body, { "Stripe-Signature": signature })).status).toBe(200);
	});
});

describe("a post that is no webhook", () => {
	test.each<[string, () => Promise<{ body: string; signature: string | null }>]>([
		["without a signature", async () => ({ ...(await signedEvent()), signature: null })],
		["with an empty signature", async () => ({ ...(await signedEvent()), signature: "" })],
		["with a signature of garbage", async () => ({ ...(await signedEvent()), signature: "t=,v1" })],
		[
			"signed for another body",
			async () => ({
				body: (await signedEvent()).body,
				signature: (await signedEvent()).signature,
			}),
		],
		["that is empty", async () => ({ body: "", signature: (await signedEvent()).signature })],
		["that is no JSON", async () => ({ body: "{", signature: (await signedEvent()).signature })],
		[
			"signed six minutes ago",
			async () => {
				const { now } = clock;
				clock.now = () => new Date(Date.now() - 6 * MINUTE_MS);
				try {
					return await signedEvent();
				} finally {
					clock.now = now;
				}
			},
		],
	])("%s is a 400 that says so, and changes nothing", async (_what, make) => {
		const { body, signature } = await make();
		const before = dumpDatabase(databaseFile);
		const answer = await post(body, signature === null ? {} : { "Stripe-Signature": signature });
		expect(answer.status).toBe(400);
		expect(JSON.parse(answer.text).error).toMatch(/signature|signed/);
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("of 1 MB is refused before it is read", async () => {
		const { signature } = await signedEvent();
		const before = dumpDatabase(databaseFile);
		const answer = await post("x".repeat(1024 * 1024), { "Stripe-Signature": signature });
		expect(answer.status).toBe(413);
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("but a GET is told to post", async () => {
		const answer = await createClient(server.url).get(ADDRESS);
		expect(answer.status).toBe(405);
		expect(answer.headers.allow).toBe("POST");
	});

	test("from a page of another site is refused, however it is signed", async () => {
		const { body, signature } = await signedEvent();
		const answer = await post(body, {
			"Stripe-Signature": signature,
			Origin: "https://evil.example",
			"Sec-Fetch-Site": "cross-site",
		});
		expect(answer.status).toBe(403);
	});
});

test("its signature and its body are not in the log", async () => {
	const { id, body, signature } = await signedEvent();
	await post(body, { "Stripe-Signature": signature });
	await expect
		.poll(() => server.log.some((line) => line.includes("/stripe/webhook")), PATIENTLY)
		.toBe(true);
	expect(server.log.join("\n")).not.toContain(signature);
	expect(server.log.join("\n")).not.toContain(id);
});

test("the answer comes at once, whatever Stripe's API does meanwhile", async () => {
	const { customerId } = await createSubscriber();
	stripe.answer = () => "hang";
	const { body, signature } = await signedEvent({
		object: { object: "subscription", customer: customerId },
	});
	const started = performance.now();
	expect((await post(body, { "Stripe-Signature": signature })).status).toBe(200);
	expect(performance.now() - started).toBeLessThan(2 * SECOND_MS);
	stripe.answer = () => "till";
});

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { later, MINUTE_MS, SECOND_MS } from "#app/platform/time.ts";
import { dumpDatabase } from "../../kit/dump.ts";
import { createClient } from "../../kit/http/client.ts";
import { startServer, type TestServer } from "../../kit/process/server.ts";
import { type FakeStripe, SERVER_ERROR, startStripe } from "../../kit/stand-ins/stripe.ts";
import { happen, signedEvent } from "../../kit/stand-ins/till.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createCustomer, planId } from "../../kit/world/customer.ts";
import { databaseFile } from "../../kit/world/world.ts";

const ADDRESS = "/stripe/webhook";

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

type Sent = { body: string; signature?: string };

/** As Stripe posts: without an origin, a cookie, or anything that a browser adds. */
function post({ body, signature }: Sent, headers: Record<string, string> = {}) {
	return createClient(server.url).send(ADDRESS, {
		method: "POST",
		headers: {
			"Content-Type": "application/json",
			"Sec-Fetch-Site": undefined,
			"Stripe-Signature": signature,
			...headers,
		},
		body,
	});
}

/** Posts that something happened to a customer's subscription. */
async function report(customerId: string) {
	return post(await signedEvent({ object: { object: "subscription", customer: customerId } }));
}

async function createSubscriber() {
	const customer = await createCustomer("pro");
	await expect.poll(() => planId(customer.user)).toBe("pro");
	return customer;
}

describe("a webhook", () => {
	test("is taken, and the plan follows", async () => {
		const { user, customerId, subscriptionId } = await createSubscriber();
		happen(subscriptionId, "endSubscription");
		const answer = await report(customerId);
		expect(answer.status).toBe(200);
		expect(JSON.parse(answer.text)).toEqual({ received: true });
		await expect.poll(() => planId(user)).toBe("free");
	});

	test("is taken while Stripe's API is down, and the plan follows once it is back", async () => {
		const { user, customerId, subscriptionId } = await createSubscriber();
		happen(subscriptionId, "changeToBasic");
		stripe.answer = () => SERVER_ERROR;
		expect((await report(customerId)).status).toBe(200);
		stripe.answer = () => "till";
		await expect.poll(() => planId(user)).toBe("basic");
	});

	test("of an unknown customer is taken, so that Stripe does not send it for three days", async () => {
		expect((await post(await signedEvent())).status).toBe(200);
	});
});

describe("a post that is no webhook", () => {
	test.each<[string, Partial<Sent>, ageMs?: number]>([
		["without a signature", { signature: undefined }],
		["signed for another body", { body: '{"id":"evt_another","object":"event"}' }],
		["that is no JSON", { body: "{" }],
		["signed six minutes ago", {}, 6 * MINUTE_MS],
	])("%s is a 400 that says so, and changes nothing", async (_what, change, ageMs = 0) => {
		stopClock(later(new Date(), -ageMs));
		const sent = { ...(await signedEvent()), ...change };
		const before = dumpDatabase(databaseFile);
		const answer = await post(sent);
		expect(answer.status).toBe(400);
		expect(JSON.parse(answer.text).error).toMatch(/signature|signed/);
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("of 1 MB is refused before it is read", async () => {
		const { signature } = await signedEvent();
		const before = dumpDatabase(databaseFile);
		const answer = await post({ body: "x".repeat(1024 * 1024), signature });
		expect(answer.status).toBe(413);
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("but a GET is told to post", async () => {
		const answer = await createClient(server.url).get(ADDRESS);
		expect(answer.status).toBe(405);
		expect(answer.headers.allow).toBe("POST");
	});

	test("from a page of another site is refused, however it is signed", async () => {
		const answer = await post(await signedEvent(), {
			Origin: "https://evil.example",
			"Sec-Fetch-Site": "cross-site",
		});
		expect(answer.status).toBe(403);
	});
});

test("its signature and its body are not in the log", async () => {
	const event = await signedEvent();
	await post(event);
	await expect.poll(() => server.log.join("\n")).toContain("/stripe/webhook");
	expect(server.log.join("\n")).not.toContain(event.signature);
	expect(server.log.join("\n")).not.toContain(event.id);
});

test("the answer comes at once, whatever Stripe's API does meanwhile", async () => {
	const { customerId } = await createSubscriber();
	stripe.answer = () => "hang";
	const started = performance.now();
	expect((await report(customerId)).status).toBe(200);
	// Stripe is given up after 8 s and one more try.
	expect(performance.now() - started).toBeLessThan(15 * SECOND_MS);
	stripe.answer = () => "till";
});

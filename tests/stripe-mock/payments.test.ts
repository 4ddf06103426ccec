import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import readline from "node:readline";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { STRIPE_MOCK } from "../../scripts/stripe-mock.ts";
import type { Passed } from "../kit/stand-ins/stripe-proxy.ts";
import { subscribe } from "../kit/stand-ins/till.ts";

/** Hosted mode, with Stripe's address led through a proxy of this test, before the app is loaded. */
const { proxy, till } = await vi.hoisted(async () => {
	const [{ startProxy }, { startStripe }, { HOSTED_ENV }] = await Promise.all([
		import("../kit/stand-ins/stripe-proxy.ts"),
		import("../kit/stand-ins/stripe.ts"),
		import("../kit/process/hosted.ts"),
	]);
	const started = { proxy: await startProxy(), till: await startStripe() };
	Object.assign(process.env, HOSTED_ENV, { STRIPE_API_URL: started.proxy.url });
	return started;
});

/** The service's modules whose functions ask Stripe, and those that don't by themselves. */
const ASKING = ["checkout", "customer", "portal", "subscription"];
const SILENT = ["client", "errors", "event", "portal-features", "sdk"];
/** What in the former asks nothing all the same. */
const WITHOUT_REQUESTS = ["givesPlan", "customerPage"];

let mock: { url: string; process: ChildProcess };

beforeAll(async () => {
	mock = await startMock();
});

afterAll(async () => {
	mock.process.kill();
	await Promise.all([proxy.stop(), till.stop()]);
});

async function startMock() {
	const child = spawn(STRIPE_MOCK, ["-http-addr", "127.0.0.1:0"], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	await once(child, "spawn");
	for await (const line of readline.createInterface({ input: child.stdout })) {
		const [, address] = /Listening for HTTP at address: (\S+)/.exec(line) ?? [];
		if (address) return { url: `http://${address}`, process: child };
	}
	throw new Error("stripe-mock did not start");
}

/** Has the service ask everything that it ever asks; answers what passed and who was called. */
async function askEverything(
	target: string,
	haveSubscription: (customerId: string) => void,
): Promise<{ passed: Passed[]; called: Set<string>; exported: string[] }> {
	proxy.target = target;
	proxy.passed.length = 0;
	vi.resetModules();
	const service = {
		...(await import("#app/platform/stripe/customer.server.ts")),
		...(await import("#app/billing/stripe/checkout.server.ts")),
		...(await import("#app/billing/stripe/subscription.server.ts")),
		...(await import("#app/billing/stripe/portal.server.ts")),
	};
	const called = new Set<string>();
	const payments = new Proxy(service, {
		get: (module, name: keyof typeof service) => {
			called.add(name);
			return module[name];
		},
	});

	const customerId = await payments.createCustomer("user-1", "jane@example.com");
	await payments.updateCustomerEmail(customerId, "new@example.com");
	const order = { customerId, plan: "pro" as const, afterCheckoutId: null };
	const checkout = await payments.createCheckout(order);
	expect(checkout.id).toMatch(/^cs_/);
	await payments.readCheckout(checkout.id);
	await payments.expireCheckout(checkout.id);
	haveSubscription(customerId);
	const subscription = await payments.readSubscription(customerId);
	if (!subscription) throw new Error("There is no subscription");
	expect(subscription.currentPeriodEnd.getTime()).not.toBeNaN();
	await payments.changePlan({ ...subscription, cancelAt: null }, "basic");
	await payments.changePlan({ ...subscription, cancelAt: new Date() }, "pro");
	expect(URL.canParse(await payments.openPortal(customerId))).toBe(true);
	await payments.deleteCustomer(customerId);
	return { passed: [...proxy.passed], called, exported: Object.keys(service) };
}

test("every request that the app can make is one that Stripe describes", async () => {
	const { passed, called, exported } = await askEverything(mock.url, () => {});
	expect(passed.filter(({ status }) => status !== 200)).toEqual([]);
	// All of the service was used, and no module of it is unknown here.
	const modules = ["app/platform/stripe", "app/billing/stripe"]
		.flatMap((folder) => fs.readdirSync(folder))
		.map((file) => file.replace(".server.ts", ""));
	expect(modules.toSorted()).toEqual([...ASKING, ...SILENT].toSorted());
	expect([...called, ...WITHOUT_REQUESTS].sort()).toEqual(exported.sort());
});

test("the local till is asked the same, and takes it as Stripe does", async () => {
	const byMock = await askEverything(mock.url, () => {});
	const byTill = await askEverything(till.url, (customerId) => subscribe(customerId, "basic"));
	const requests = ({ passed }: { passed: Passed[] }) =>
		passed.map(({ endpoint, params }) => ({ endpoint, params }));
	expect(byTill.passed.filter(({ status }) => status !== 200)).toEqual([]);
	expect(requests(byTill)).toEqual(requests(byMock));
});

test("stripe-mock refuses a parameter that Stripe does not have", async () => {
	const answer = await fetch(`${mock.url}/v1/customers`, {
		method: "POST",
		headers: { Authorization: "Bearer sk_test_1" },
		body: new URLSearchParams({ email: "jane@example.com", no_such_parameter: "1" }),
	});
	expect(answer.status).toBe(400);
});

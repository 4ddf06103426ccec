import { expect, test } from "vitest";
import type { PaidPlanId } from "#app/billing/plan.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { env } from "#app/platform/env/env.server.ts";
import { DAY_MS, later } from "#app/platform/time.ts";
import { createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { storeCustomer } from "../../kit/world/customer.ts";
import { createUser } from "../../kit/world/user.ts";
import { cookieOf } from "../../kit/world/world.ts";

const server = serve();

type Traits = { granted?: PaidPlanId; paid: PaidPlanId; isEnding?: boolean };

/** Signs in an owner who pays for a plan, as the copy of the subscription says. */
async function signInPayer({ granted, paid, isEnding = false }: Traits) {
	const owner = await createUser({ plan: granted });
	const customerId = `cus_${owner.userId}`;
	await storeCustomer(owner, customerId);
	const now = new Date();
	await transaction(async (tx) => {
		await tx.customer.update({ where: { id: customerId }, data: { readAt: now } });
		await tx.subscription.create({
			data: {
				...{ id: `sub_${owner.userId}`, itemId: `si_${owner.userId}`, customerId },
				...{ status: "active", priceId: env.stripe.prices[paid] },
				currentPeriodEnd: later(now, 30 * DAY_MS),
				cancelAt: isEnding ? later(now, 30 * DAY_MS) : null,
			},
		});
	});
	return createClient(server.url, { cookie: await cookieOf(owner) });
}

test("who was given Pro beside a paid Basic is offered no change to Basic", async () => {
	const client = await signInPayer({ granted: "pro", paid: "basic" });
	for (const page of ["/upgrade", "/pricing"]) {
		const { text } = await client.get(page);
		expect(text).not.toContain("Change to Basic");
		expect(text).toContain("You pay for this plan");
		expect(text).toContain("Current plan");
	}
	const change = await client.get("/upgrade/change?plan=basic");
	expect(change.headers.location).toBe("/upgrade");
});

test("who was given Pro keeps the paid Basic that was to end, and is told of no lost forms", async () => {
	const client = await signInPayer({ granted: "pro", paid: "basic", isEnding: true });
	const { text } = await client.get("/settings");
	expect(text).not.toContain("Keep Pro");
	expect(text).toContain('href="/upgrade/change?plan=basic"');
	expect(text).not.toContain("Your paid subscription goes on");
	expect(text).toContain("Your paid subscription beside it ends on");
	const keep = await client.get("/upgrade/change?plan=basic");
	expect(keep.text).toContain(">Keep Basic</h1>");
	expect(keep.text).not.toContain("stop accepting");
});

test("who pays for Basic without a given plan can change to Pro, and keep Basic if it was to end", async () => {
	const client = await signInPayer({ paid: "basic" });
	expect((await client.get("/upgrade")).text).toContain("Change to <!-- -->Pro");
	expect((await client.get("/upgrade/change?plan=pro")).status).toBe(200);
	expect((await client.get("/upgrade/change?plan=basic")).headers.location).toBe("/upgrade");
	const ending = await signInPayer({ paid: "basic", isEnding: true });
	expect((await ending.get("/upgrade/change?plan=basic")).text).toContain(">Keep Basic</h1>");
});

import { describe, expect, test } from "vitest";
import { grantPlan } from "#app/admin/administration.server.ts";
import { db } from "#app/platform/db/db.server.ts";
import { createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";
import { cookieOf } from "../../kit/world/world.ts";

const server = serve();

async function create(user: TestUser, name: string) {
	const client = createClient(server.url, { cookie: await cookieOf(user) });
	return client.post("/dashboard", { name, request_id: crypto.randomUUID() });
}

function countApps({ userId }: TestUser) {
	return db.app.count({ where: { userId, deletedAt: null } });
}

describe("on Free", () => {
	test("two hundred creations at once make exactly two apps", async () => {
		const user = await createUser();
		const answers = await Promise.all(
			Array.from({ length: 200 }, (_, n) => create(user, `App ${n}`)),
		);
		expect(answers.filter(({ status }) => status === 303)).toHaveLength(2);
		const refused = answers.filter(({ status }) => status === 400);
		expect(refused).toHaveLength(198);
		for (const { text } of refused) {
			expect(text).toContain("You can only have 2 apps on the free plan.");
		}
		expect(await countApps(user)).toBe(2);
	});

	test("a rename makes no room, and neither does a deletion that is undone by creating again", async () => {
		const user = await createUser();
		await create(user, "One");
		await create(user, "Two");
		const client = createClient(server.url, { cookie: await cookieOf(user) });
		const [one] = await db.app.findMany({ where: { userId: user.userId, name: "One" } });
		await client.post(`/app/${one?.id}/settings`, { name: "Renamed" });
		expect((await create(user, "Three")).status).toBe(400);
		await client.post(`/app/${one?.id}/deletion`, {});
		expect((await create(user, "Three")).status).toBe(303);
		expect((await create(user, "Four")).status).toBe(400);
		expect(await countApps(user)).toBe(2);
	});

	test("after a downgrade, what is there stays, and nothing is created until there is room", async () => {
		const user = await createUser({ plan: "basic" });
		for (const name of ["One", "Two", "Three", "Four"]) {
			expect((await create(user, name)).status).toBe(303);
		}
		await grantPlan(user.email, "free");
		const refused = await create(user, "Five");
		expect(refused.status).toBe(400);
		expect(refused.text).toContain("Plan downgrade detected");
		expect(refused.text).toContain(
			"You have 4 apps but your current plan only allows 2. Please upgrade or delete some apps.",
		);
		const client = createClient(server.url, { cookie: await cookieOf(user) });
		for (const name of ["One", "Two"]) {
			const [app] = await db.app.findMany({ where: { userId: user.userId, name } });
			await client.post(`/app/${app?.id}/deletion`, {});
			expect((await create(user, "Five")).status).toBe(400);
		}
		expect(await countApps(user)).toBe(2);
	});
});

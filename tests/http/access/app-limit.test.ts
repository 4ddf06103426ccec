import { expect, test } from "vitest";
import { db } from "#app/platform/db/db.server.ts";
import { createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { createUser } from "../../kit/world/user.ts";
import { cookieOf } from "../../kit/world/world.ts";

const server = serve();

test("two hundred creations at once on Free make exactly two apps", async () => {
	const user = await createUser();
	const client = createClient(server.url, { cookie: await cookieOf(user) });
	const answers = await Promise.all(
		Array.from({ length: 200 }, (_, n) =>
			client.post("/dashboard", { name: `App ${n}`, request_id: crypto.randomUUID() }),
		),
	);
	expect(answers.filter(({ status }) => status === 303)).toHaveLength(2);
	// A busy machine turns some of so many away.
	const turnedAway = answers.filter(({ status }) => status === 503);
	const refused = answers.filter(({ status }) => status === 400);
	expect(refused.length + turnedAway.length).toBe(198);
	for (const { text } of refused) {
		expect(text).toMatch(/Free plan limit reached.*You can only have 2 apps on the free plan\./s);
		expect(text).toMatch(/value="App \d+"/);
	}
	const { userId } = user;
	expect(await db.app.count({ where: { userId, deletedAt: null } })).toBe(2);
});

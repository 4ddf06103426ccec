import { expect, test } from "vitest";
import { transaction } from "#app/platform/db/db.server.ts";
import { createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createUser } from "../../kit/world/user.ts";
import { cookieOf } from "../../kit/world/world.ts";

const server = serve();

const PRO_BADGE = /<h3>Forms (?:<!-- -->)?<span class="badge"[^>]*>Pro</;

test("an app's row has its five newest documents, the way to all, and a Pro badge where Pro is missing", async () => {
	for (const [plan, hasBadge] of [
		[undefined, true],
		["basic", true],
		["pro", false],
	] as const) {
		const owner = await createUser({ plan });
		const app = await createApp(owner, "Pocket Garden");
		for (let n = 1; n <= 5; n += 1) await createDocument(app, { title: `Policy ${n}` });
		const client = createClient(server.url, { cookie: await cookieOf(owner) });
		const five = await client.get("/dashboard");
		expect(five.text).not.toMatch(/>All \d+ documents</);
		expect([plan, PRO_BADGE.test(five.text)]).toEqual([plan, hasBadge]);
		await createDocument(app, { title: "Policy 6" });
		const { text } = await client.get("/dashboard");
		expect(text.match(/(?<=dir="auto">)Policy \d/g)).toEqual(
			[6, 5, 4, 3, 2].map((n) => `Policy ${n}`),
		);
		const overview = `/${owner.accountName}/pocket-garden/documents`;
		expect(text.replaceAll("<!-- -->", "")).toContain(`<a href="${overview}">All 6 documents</a>`);
	}
});

test("the list of deleted apps leads to older ones only where there are some", async () => {
	const owner = await createUser();
	const { userId } = owner;
	const client = createClient(server.url, { cookie: await cookieOf(owner) });
	const now = new Date();
	for (const [from, to, hasOlder] of [
		[0, 50, false],
		[50, 51, true],
	] as const) {
		await transaction(async (tx) => {
			for (let n = from; n < to; n += 1) {
				const unique = { nameKey: `app ${n}~`, slug: `app-${n}~`, requestId: `app ${n}` };
				const dated = { createdAt: now, updatedAt: now, deletedAt: now };
				await tx.app.create({ data: { userId, name: `App ${n}`, ...unique, ...dated } });
			}
		});
		const { text } = await client.get("/dashboard/deleted");
		expect(text.match(/>Restore</g)).toHaveLength(50);
		expect([to, text.includes(">Older<")]).toEqual([to, hasOlder]);
	}
});

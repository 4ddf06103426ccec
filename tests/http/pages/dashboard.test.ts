import { expect, test } from "vitest";
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

import { describe, expect, test } from "vitest";
import { renameApp } from "#app/apps/app.server.ts";
import { CONTROL } from "#app/forms/visitor-form.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { createClient } from "../../kit/http/client.ts";
import { namesOf } from "../../kit/http/visitor-form.ts";
import { freshEmail, mailTo } from "../../kit/mailed.ts";
import { serve } from "../../kit/process/serve.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createSubscriber, createSubscribers, subscribersOf } from "../../kit/world/subscriber.ts";
import { createUser } from "../../kit/world/user.ts";

const server = serve();
const visitor = createClient(server);

async function newApp(name?: string) {
	const app = await createApp(await createUser(), name);
	const hub = `/${app.accountName}/${app.app.slug}`;
	return { ...app, hub, updates: `${hub}/updates` };
}

/** Asks for a link as the page does. */
function ask(updates: string, email: string, more = {}) {
	return visitor.post(updates, { ...namesOf(new Map([["email", email]])), ...more });
}

test("whoever asks is told: by a mailed link whose button confirms, and which a scanner may open", async () => {
	const app = await newApp();
	await createDocument(app);
	expect((await visitor.get(app.hub)).text).toContain(`href="${app.updates}"`);
	const page = await visitor.get(app.updates);
	expect([page.status, page.text]).toEqual([200, expect.stringContaining("Send me the link")]);
	const email = freshEmail();
	const asked = await ask(app.updates, email);
	expect([asked.status, asked.headers.location]).toEqual([
		303,
		expect.stringContaining(`${app.updates}?sent=`),
	]);
	expect((await visitor.get(asked.headers.location ?? "")).text).toContain("Check your mail");
	const [mail] = await mailTo(email);
	const link = new URL(/http\S+token=\S+/.exec(mail?.text ?? "")?.[0] ?? "");
	const path = link.pathname + link.search;
	for (let n = 0; n < 2; n += 1) {
		expect((await visitor.get(path)).text).toContain("Yes, tell me");
		expect(await subscribersOf(app)).toEqual([{ email, isConfirmed: false }]);
	}
	const token = link.searchParams.get("token") ?? "";
	const confirmed = await visitor.post(link.pathname, { token });
	expect([confirmed.status, confirmed.headers.location]).toEqual([303, path]);
	expect(await subscribersOf(app)).toEqual([{ email, isConfirmed: true }]);
	const again = await visitor.get(path);
	expect(again.text).toContain("You are told of changes");
	const end = /href="https?:\/\/[^/]+(\/unsubscribe\/[^"]+)"/.exec(again.text)?.[1] ?? "";
	expect((await visitor.post(end)).text).toContain("You get no more mail");
	const ended = await visitor.get(path);
	expect([ended.status, ended.text]).toEqual([400, expect.stringContaining("Send me the link")]);
});

test.each([
	["", 400, "E-mail address is required"],
	["nobody", 400, "Please enter a valid email address"],
	[`${"a".repeat(250)}@example.com`, 400, "Please use at most"],
])("the address %j is refused with what was typed", async (email, status, sentence) => {
	const app = await newApp();
	const answer = await ask(app.updates, email);
	expect(answer.status).toBe(status);
	expect(answer.text).toContain(sentence);
	if (email) expect(answer.text).toContain(`value="${email}"`);
	expect(answer.text).toContain("Get told of changes");
	expect(await subscribersOf(app)).toEqual([]);
});

test("a full list says where its feed is, and a program's address goes nowhere", async () => {
	const app = await newApp();
	expect((await ask(app.updates, freshEmail(), { [CONTROL.honeypot]: "x" })).status).toBe(303);
	expect(await subscribersOf(app)).toEqual([]);
	await createSubscribers(app, 50);
	const answer = await ask(app.updates, freshEmail());
	expect(answer.status).toBe(409);
	expect(answer.text).toContain(`<a href="${app.hub}.atom">`);
});

test("a request that was typed while the app was renamed goes to where the page is", async () => {
	const app = await newApp();
	await renameApp(app, `Renamed ${crypto.randomUUID()}`);
	const { slug } = await db.app.findUniqueOrThrow({ where: { id: app.appId } });
	const post = await ask(app.updates, freshEmail());
	expect([post.status, post.headers.location]).toEqual([
		308,
		`/${app.accountName}/${slug}/updates`,
	]);
});

describe("an address that was somebody's before it was reserved", () => {
	test("stays the document's, and the page takes posts all the same", async () => {
		const app = await newApp();
		const document = await createDocument(app, { title: "Old news" });
		expect((await visitor.get(app.updates)).text).toContain("Send me the link");
		await transaction((tx) =>
			tx.document.update({ where: { id: document.id }, data: { slug: "updates" } }),
		);
		for (let n = 0; n < 2; n += 1) {
			expect((await visitor.get(app.updates)).text).toContain('<h1 dir="auto">Old news</h1>');
		}
		const email = freshEmail();
		const asked = await ask(app.updates, email);
		expect((await visitor.get(asked.headers.location ?? "")).text).toContain("Check your mail");
		expect((await ask(app.updates, "nobody")).text).toContain("valid email address");
		expect(await subscribersOf(app)).toEqual([{ email, isConfirmed: false }]);
	});

	test("stays the account's", async () => {
		const owner = await createUser({ accountName: "unsubscribe" });
		const app = await createApp(owner, "Mailer");
		const { path } = await createDocument(app);
		for (const address of ["/unsubscribe/mailer", path]) {
			const answer = await visitor.get(address);
			expect([answer.status, answer.text]).toEqual([200, expect.stringContaining("Mailer")]);
		}
	});
});

describe("a link that unsubscribes", () => {
	const NO_SUCH = "You get no such mail.";

	test("shows a button, and its post ends the mail, also the second time", async () => {
		const app = await newApp("Café <Noir>");
		const { unsubscribePath } = await createSubscriber(app);
		for (let n = 0; n < 2; n += 1) {
			const page = await visitor.get(unsubscribePath);
			expect(page.text).toContain("Unsubscribe?");
			expect(page.text).toContain("Café &lt;Noir&gt;");
		}
		expect(await subscribersOf(app)).toHaveLength(1);
		const done = await visitor.post(unsubscribePath);
		expect(done.text).toContain("You get no more mail");
		expect(done.text).toContain(`href="${app.updates}"`);
		expect(await subscribersOf(app)).toEqual([]);
		for (const answer of [
			await visitor.post(unsubscribePath),
			await visitor.get(unsubscribePath),
		]) {
			expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(NO_SUCH)]);
		}
	});

	const boundary = "----x";
	test.each([
		["application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
		[
			`multipart/form-data; boundary=${boundary}`,
			`--${boundary}\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--${boundary}--\r\n`,
		],
	])(
		"works at one click of a mail program, which sends %s and nothing else",
		async (type, body) => {
			const app = await newApp();
			const { unsubscribePath } = await createSubscriber(app);
			const answer = await fetch(server.url + unsubscribePath, {
				...{ method: "POST", body, redirect: "error" },
				headers: { "Content-Type": type },
			});
			expect([answer.status, answer.headers.get("Set-Cookie")]).toEqual([200, null]);
			expect(await subscribersOf(app)).toEqual([]);
		},
	);

	test("is unknown when it was altered or cut, which is said in the same words", async () => {
		const app = await newApp();
		const { unsubscribePath } = await createSubscriber(app);
		for (const path of [unsubscribePath.slice(0, -1), `${unsubscribePath}0`, "/unsubscribe/x"]) {
			for (const answer of [await visitor.get(path), await visitor.post(path)]) {
				expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(NO_SUCH)]);
			}
		}
		expect(await subscribersOf(app)).toHaveLength(1);
	});
});

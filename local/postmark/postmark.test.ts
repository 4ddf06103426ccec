import fs from "node:fs";
import path from "node:path";
import { type Models, ServerClient } from "postmark";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startMailbox } from "../../tests/kit/mailbox.ts";
import { createPostmark } from "./postmark.ts";

let mailbox: Awaited<ReturnType<typeof startMailbox>>;
let client: ServerClient;
let isMailWaiting = false;

beforeAll(async () => {
	mailbox = await startMailbox(() => isMailWaiting);
	client = new ServerClient("token", { requestHost: new URL(mailbox.url).host, useHttps: false });
});

beforeEach(() => fs.rmSync(mailbox.folder, { recursive: true, force: true }));

afterAll(() => mailbox.stop());

function send(To: string, Subject = "Hello", more: Partial<Models.Message> = {}) {
	const HtmlBody = '<p style="color:red">"One" &amp; two</p><script>alert(1)</script>';
	return client.sendEmail({
		From: "us@example.com",
		To,
		Subject,
		TextBody: "One\n& two",
		HtmlBody,
		...more,
	});
}

async function read(address: string): Promise<string> {
	return (await mailbox.pages.request(address)).text();
}

describe("the API", () => {
	test("takes a mail from Postmark's own client, and says under which id it is kept", async () => {
		const reply = await send("jane@example.com", "<b>Hi</b>");
		expect(reply).toMatchObject({ To: "jane@example.com", ErrorCode: 0, Message: "OK" });
		const page = await mailbox.pages.request(`/mailbox/${reply.MessageID}`);
		const text = await page.text();
		expect(text).toContain("<h1>&lt;b&gt;Hi&lt;/b&gt;</h1>");
		expect(text).toContain("One\n&amp; two</p>");
		expect(text).toContain('<iframe sandbox srcdoc="&lt;p style=&quot;color:red&quot;&gt;');
		expect(text).not.toContain("<script");
		expect(page.headers.get("Content-Security-Policy")).toContain("default-src 'none'");
		expect(page.headers.get("Content-Security-Policy")).not.toContain("script-src");
	});

	test.each([
		["nobody", "InvalidEmailRequestError", 300],
		["inactive@example.com", "InactiveRecipientsError", 406],
	])("refuses mail to %s with Postmark's code", async (to, name, code) => {
		await expect(send(to)).rejects.toMatchObject({ name, code, statusCode: 422 });
		expect(await read("/mailbox")).toContain("No mail yet");
	});

	test("shows a mail's stream and headers, and refuses one for a stream that is not there", async () => {
		const Headers = [{ Name: "List-Id", Value: "<list.example>" }];
		const { MessageID } = await send("jane@example.com", "Hi", {
			...{ MessageStream: "broadcast", Headers },
		});
		const text = await read(`/mailbox/${MessageID}`);
		expect(text).toContain("<dt>Stream</dt><dd>broadcast</dd>");
		expect(text).toContain("<dt>List-Id</dt><dd>&lt;list.example&gt;</dd>");
		const refused = { code: 1235, statusCode: 422 };
		const other = { MessageStream: "nowhere" };
		await expect(send("jane@example.com", "Hi", other)).rejects.toMatchObject(refused);
	});

	test("refuses what has no token, and what is no JSON", async () => {
		const post = (headers: Record<string, string>) =>
			fetch(`${mailbox.url}/email`, { method: "POST", body: "{", headers });
		expect((await post({})).status).toBe(401);
		expect((await post({ "X-Postmark-Server-Token": "token" })).status).toBe(422);
	});

	test("says so when a mail's file is broken, keeps the file, and takes new mail", async () => {
		const { MessageID } = await send("jane@example.com");
		const file = path.join(mailbox.folder, `${MessageID}.json`);
		fs.writeFileSync(file, "{ broken");
		const page = await mailbox.pages.request("/mailbox");
		expect(page.status).toBe(409);
		expect(await page.text()).toContain(`${file}. Delete it`);
		expect(fs.readFileSync(file, "utf8")).toBe("{ broken");
		expect(await send("jane@example.com")).toMatchObject({ ErrorCode: 0 });
	});

	test("says so when its folder can't be written", async () => {
		fs.writeFileSync(mailbox.folder, "");
		await expect(send("jane@example.com")).rejects.toMatchObject({ statusCode: 500 });
	});
});

describe("the mailbox", () => {
	test("has the newest hundred mails, also after a restart, for its owner alone", async () => {
		for (let n = 1; n <= 102; n += 1) await send("jane@example.com", `Mail number ${n}.`);
		const { pages } = createPostmark({
			folder: mailbox.folder,
			isMailWaiting: () => false,
			inbound: null,
		});
		const text = await (await pages.request("/mailbox")).text();
		const numbers = [...text.matchAll(/Mail number (\d+)\./g)].map(([, n]) => Number(n));
		expect(numbers).toEqual(Array.from({ length: 100 }, (_, at) => 102 - at));
		const files = fs.readdirSync(mailbox.folder);
		expect(files).toHaveLength(100);
		for (const file of files) {
			expect(fs.statSync(path.join(mailbox.folder, file)).mode & 0o777).toBe(0o600);
		}
	});

	test("waits for mail that was queued a moment ago, and not for ever", async () => {
		isMailWaiting = true;
		const page = read("/mailbox");
		await send("jane@example.com", "Just now");
		isMailWaiting = false;
		expect(await page).toContain("Just now");
		isMailWaiting = true;
		const started = performance.now();
		await read("/mailbox");
		expect(performance.now() - started).toBeGreaterThan(1_900);
		isMailWaiting = false;
	});
});

import zlib from "node:zlib";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { CONTROL, controlName } from "#app/forms/visitor-form.ts";
import { readActiveSupportForm } from "#app/support/support-form.server.ts";
import { dumpDatabase, dumpWhenMailIsSent, rowsWith } from "../../kit/dump.ts";
import { type Client, createClient, type Values } from "../../kit/http/client.ts";
import { supportValues } from "../../kit/http/forms.ts";
import { dataPath } from "../../kit/http/routes.ts";
import { serve } from "../../kit/process/serve.ts";
import { alterSupportForm } from "../../kit/world/support.ts";
import { createUser } from "../../kit/world/user.ts";
import { cookieOf, databaseFile } from "../../kit/world/world.ts";

const EMAIL = controlName("email");
const MESSAGE = controlName("message");

const server = serve();
let visitor: Client;

beforeAll(() => {
	visitor = createClient(server.url);
});

/** Posts the form with these changes. */
async function post(changes: Values = {}, client = visitor) {
	return client.post("/support", { ...(await supportValues()), ...changes });
}

afterEach(() => alterSupportForm({ isActive: true }));

describe("the support page", () => {
	test("is the active form with the promise, small, without a script, and kept by no cache", async () => {
		const answer = await visitor.get("/support", { "Accept-Encoding": "gzip" });
		expect(answer.status).toBe(200);
		expect(answer.headers["cache-control"]).toBe("no-store");
		expect(answer.bytes.length).toBeLessThanOrEqual(4_000);
		const html = zlib.gunzipSync(answer.bytes).toString();
		expect(html).toContain('<h1 dir="auto">Contact Support</h1>');
		expect(html).toContain("We answer within 24 hours on business days.");
		expect(html).toContain(">Back to home</a>");
		expect(html).not.toContain("<script");
	});

	test("draws a request id for each visit", async () => {
		const drawn = async () =>
			/name="request_id" value="([^"]+)"/.exec((await visitor.get("/support")).text)?.[1];
		expect(await drawn()).not.toBe(await drawn());
	});

	test("fills in the address of whoever is signed in, and nobody else's", async () => {
		const user = await createUser();
		const client = createClient(server.url, { cookie: await cookieOf(user) });
		expect((await client.get("/support")).text).toContain(`value="${user.email}"`);
		expect((await visitor.get("/support")).text).not.toContain(user.email);
	});

	test("tells nobody where the operators are mailed, nor the text of the reply", async () => {
		await alterSupportForm({ notificationEmail: "desk@internal.example" });
		for (const path of ["/support", dataPath("/support")]) {
			const { text } = await visitor.get(path);
			expect(text).not.toMatch(/desk@internal|Thank you for writing|submission_id/);
		}
		await alterSupportForm({ notificationEmail: null });
	});

	test("says that it is unavailable while no form is active, and gives the address", async () => {
		const values = await supportValues();
		await alterSupportForm({ isActive: false });
		const before = dumpDatabase(databaseFile);
		const [page, posted] = [await visitor.get("/support"), await visitor.post("/support", values)];
		expect([page.status, posted.status]).toEqual([200, 409]);
		expect(posted.text).toMatch(/<strong>Message<\/strong><\/p><p class="typed"/);
		for (const { text } of [page, posted]) {
			expect(text).toContain("Support form is currently unavailable. Please try again later.");
			expect(text).toContain('href="mailto:support@smallprint.example"');
			expect(text).not.toContain('<form method="post" action="/support"');
		}
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});
});

describe("a message to support", () => {
	test("leads to a page that tells its number, also at a second press, and can be reloaded", async () => {
		const values = await supportValues();
		const answer = await visitor.post("/support", values);
		expect(answer.status).toBe(303);
		const address = answer.headers.location ?? "";
		expect(address).toMatch(/^\/support\?sent=/);
		const sent = await dumpWhenMailIsSent(databaseFile);
		for (let visit = 0; visit < 2; visit += 1) {
			const page = await visitor.get(address);
			expect(page.status).toBe(200);
			expect(page.text).toContain("<h1>Message Sent!</h1>");
		}
		expect(dumpDatabase(databaseFile)).toEqual(sent);
		const [row = ""] = rowsWith(sent, [String(values[EMAIL])]).SupportSubmission ?? [];
		const told = `the number <strong>${JSON.parse(row).number}</strong>`;
		for (const { headers } of [answer, await visitor.post("/support", values)]) {
			expect((await visitor.get(headers.location ?? "")).text).toContain(told);
		}
		for (const forged of ["/support?sent", "/support?sent=1.2", `${address}0`]) {
			expect((await visitor.get(forged)).text).not.toContain("<h1>Message Sent!</h1>");
		}
		expect(rowsWith(sent, [String(values[EMAIL])]).SupportSubmission).toHaveLength(1);
	});

	test("with faults is a 400 with each at its field, an Error title, and all that was typed", async () => {
		const before = dumpDatabase(databaseFile);
		const answer = await post({ [EMAIL]: "nobody<at>example", [MESSAGE]: "" });
		expect(answer.status).toBe(400);
		expect(answer.text).toContain("<title>Error: Contact Support · Smallprint</title>");
		expect(answer.text).toContain(`<a href="#${EMAIL}">Please enter a valid email address</a>`);
		expect(answer.text).toContain(`<a href="#${MESSAGE}">Message is required</a>`);
		expect(answer.text).toContain('value="nobody&lt;at&gt;example"');
		expect(answer.text).toContain('value="An address"');
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("one too many is a 429 that says when, and keeps what was typed", async () => {
		const values = await supportValues();
		for (const message of ["The first", "The second", "The third"]) {
			expect((await post({ ...values, [MESSAGE]: message })).status).toBe(303);
		}
		const answer = await post({ ...values, [MESSAGE]: "The fourth" });
		expect(answer.status).toBe(429);
		expect(Number(answer.headers["retry-after"])).toBeGreaterThan(3_500);
		expect(answer.text).toContain("Too many submissions. Please wait before submitting again.");
		expect(answer.text).toContain("The fourth</textarea>");
	});

	test("of a page that is older than the form says so and keeps what was typed", async () => {
		const answer = await post({ [CONTROL.revision]: "0" });
		expect(answer.status).toBe(409);
		expect(answer.text).toContain("This form was changed while you were filling it in.");
		expect(answer.text).toContain('value="An address"');
		const form = await readActiveSupportForm(null);
		expect(answer.text).toContain(`name="revision" value="${form?.revision}"`);
	});
});

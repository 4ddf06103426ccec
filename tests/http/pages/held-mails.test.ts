import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { IncomingMail } from "#app/inbound-mail/inbound-mail.ts";
import { createClient } from "../../kit/http/client.ts";
import { mailTo } from "../../kit/mailed.ts";
import { serve } from "../../kit/process/serve.ts";
import { readDatabase } from "../../kit/read-database.ts";
import { rowsOf } from "../../kit/rows.ts";
import { createForm, type TestForm } from "../../kit/world/form.ts";
import { mailIn } from "../../kit/world/incoming-mail.ts";
import { createSubmission } from "../../kit/world/submission.ts";
import { createWorld, type World } from "../../kit/world/world.ts";

const server = serve();
const PAGE = "/verify-submission/mails";
const visitor = createClient(server);
let world: World;
let form: TestForm;
let talk: Awaited<ReturnType<typeof createSubmission>>;

beforeAll(async () => {
	world = await createWorld();
	form = await createForm(world.app);
});

beforeEach(async () => {
	talk = await createSubmission(form);
});

function held(traits: Partial<IncomingMail> = {}) {
	return mailIn("visitor", talk, { from: "vera@second.example", ...traits });
}

/** The token of the newest question to the visitor. */
async function askedToken(): Promise<string> {
	const [mail] = await mailTo(talk.email);
	return /mails\?token=(\S+)/.exec(mail?.text ?? "")?.[1] ?? "";
}

function mailIds(): string[] {
	return rowsOf("InboundMail", talk.id).map(({ id }) => String(id));
}

function messages(): unknown[] {
	return rowsOf("Message", talk.id).map(({ senderType, message, via }) => [
		senderType,
		via,
		message,
	]);
}

describe("the visitor's page", () => {
	test("shows what is held, adds it on a button, and says so at the second press", async () => {
		await held({ text: "It is <b>red</b>.", files: ["shed.png"] });
		const token = await askedToken();
		const before = readDatabase().InboundMail;
		const page = await visitor.get(`${PAGE}?token=${token}`);
		expect(page.status).toBe(200);
		expect(page.headers["cache-control"]).toContain("no-store");
		expect(page.text).toContain("Was this you?");
		expect(page.text).toContain("vera@second.example");
		expect(page.text).toContain("It is &lt;b&gt;red&lt;/b&gt;.");
		expect(page.text).toContain("Held: from another address.");
		expect(page.text).not.toContain("<script");
		expect(readDatabase().InboundMail).toEqual(before);
		const [mail = ""] = mailIds();
		for (let press = 0; press < 2; press += 1) {
			const { status, headers } = await visitor.post(`${PAGE}?token=${token}`, {
				mail,
				intent: "add",
			});
			expect(status).toBe(303);
			const done = await visitor.get(headers.location ?? "");
			expect(done.text).toContain("The mail was added to the conversation.");
		}
		expect(messages()).toEqual([
			["user", "mail", "It is <b>red</b>.\n\n[1 file was not taken: shed.png.]"],
		]);
	});

	test("remembers the address, whose next mail is added at once", async () => {
		await held();
		const [mail = ""] = mailIds();
		await visitor.post(`${PAGE}?token=${await askedToken()}`, { mail, intent: "remember" });
		await held({ text: "And blue." });
		expect(messages()).toEqual([
			["user", "mail", "It is in the shed."],
			["user", "mail", "And blue."],
		]);
	});

	test("throws one of several away, and keeps the others", async () => {
		await held({ text: "First." });
		await held({ text: "Second." });
		const token = await askedToken();
		const [first = ""] = mailIds();
		const answer = await visitor.post(`${PAGE}?token=${token}`, { mail: first, intent: "discard" });
		const page = await visitor.get(answer.headers.location ?? "");
		expect(page.text).toContain("The mail was thrown away.");
		expect(page.text).toContain("Second.");
		expect(page.text).not.toContain("First.");
		expect(messages()).toEqual([]);
	});

	test.each([
		["no token", "", 400],
		["an altered token", "?token=abc", 404],
	])("refuses %s", async (_, query, status) => {
		expect((await visitor.get(PAGE + query)).status).toBe(status);
	});

	test("reaches no mail of another conversation or of the owner", async () => {
		await held();
		const token = await askedToken();
		const mine = talk;
		talk = await createSubmission(form);
		await held();
		await mailIn("owner", mine, { from: "else@second.example" });
		const others = [...mailIds(), ...rowsOf("InboundMail", mine.id).map(({ id }) => String(id))];
		const before = readDatabase().InboundMail;
		for (const mail of others.filter((_, at) => at !== 1)) {
			await visitor.post(`${PAGE}?token=${token}`, { mail, intent: "add" });
		}
		expect(readDatabase().InboundMail).toEqual(before);
	});

	test("says that a closed conversation takes nothing, and keeps the mail", async () => {
		await held();
		const [mail = ""] = mailIds();
		const token = await askedToken();
		const owner = createClient(server, { cookie: world.cookie });
		const details = { status: "closed", priority: "normal", tags: "", notes: "" };
		await owner.post(`/admin/conversation/${talk.id}/details`, details);
		const refused = await visitor.post(`${PAGE}?token=${token}`, { mail, intent: "add" });
		expect([refused.status, refused.text]).toEqual([
			400,
			expect.stringContaining("This conversation is closed"),
		]);
		expect(refused.text).toContain("It is in the shed.");
		expect((await visitor.post(`${PAGE}?token=${token}`, { mail, intent: "x" })).status).toBe(400);
	});
});

describe("the owner's page", () => {
	const thread = () => `/admin/conversation/${talk.id}`;

	test("has the owner's mails alone; the conversation tells of the visitor's", async () => {
		const owner = createClient(server, { cookie: world.cookie });
		await held({ text: "The visitor's words.", isSpam: true });
		await mailIn("owner", talk, { from: world.user.email, isProved: false, text: "My words." });
		const shown = await owner.get(thread());
		expect(shown.text).toContain("1 mail is held: from another address.");
		expect(shown.text).toContain("1 mail is held: the sender’s domain does not vouch for it.");
		expect(shown.text).not.toMatch(/The visitor's words|My words/);
		const page = await owner.get(`${thread()}/mails`);
		expect(page.text).toContain("My words.");
		expect(page.text).not.toContain("The visitor&#x27;s words.");
		const mail = mailIds()[1] ?? "";
		const answer = await owner.post(`${thread()}/mails`, { mail, decision: "add" });
		expect([answer.status, answer.headers.location]).toEqual([303, thread()]);
		expect(messages()).toEqual([["admin", "mail", "My words."]]);
		const again = await owner.post(`${thread()}/mails`, {
			mail: mailIds()[0] ?? "",
			decision: "add",
		});
		expect(again.status).toBe(303);
		expect(messages()).toHaveLength(1);
	});

	test("keeps the reply that is being typed", async () => {
		const owner = createClient(server, { cookie: world.cookie });
		await mailIn("owner", talk, { from: world.user.email, isProved: false });
		const draft = { message: "Half a thought", intent: "read" };
		const page = await owner.post(`${thread()}/mails`, draft);
		expect(page.text).toContain('name="message" value="Half a thought"');
		const mail = mailIds()[0] ?? "";
		const answer = await owner.post(`${thread()}/mails`, { ...draft, mail, decision: "discard" });
		expect([answer.status, answer.headers.location]).toEqual([307, thread()]);
	});
});

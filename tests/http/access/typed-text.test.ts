/** What is written into a form that nothing can take any more is shown, to be copied (V32). */
import { beforeAll, describe, expect, test } from "vitest";
import { trashApp } from "#app/apps/app.server.ts";
import { deleteSubmissions } from "#app/conversations/inbox/bulk.server.ts";
import { deleteForm } from "#app/forms/form.server.ts";
import { type Client, createClient, type Values } from "../../kit/http/client.ts";
import { builderValues, fillIn, formNamed } from "../../kit/http/forms.ts";
import { readPage } from "../../kit/http/html.ts";
import { serve } from "../../kit/process/serve.ts";
import { PASSWORD } from "../../kit/world/password.ts";
import { createWorld, type World } from "../../kit/world/world.ts";

const server = serve();

let world: World;
let owner: Client;
let stranger: Client;

beforeAll(async () => {
	world = await createWorld();
	owner = createClient(server, { cookie: world.cookie });
	stranger = createClient(server);
});

async function shown(client: Client, address: string, values: Values) {
	const { status, text } = await client.post(address, values);
	const page = readPage(text);
	return { status, ...page, typed: page.text.split("What you typed")[1] ?? "" };
}

describe("whoever was signed out meanwhile", () => {
	test.each([
		["publish document", { title: "Our terms", content: "Be kind.\r\n\r\nAlways." }],
		["save document", { title: "Our terms", content: "二語のない文章" }],
		["save draft", { content: "Not ready yet" }],
		["reply", { message: "We look into it." }],
		["add note", { internal_note: "Ask Grace <b>first</b>." }],
		["save reply", { text: "We are very sorry." }],
		["refuse a deletion", { reason: "It is not your account." }],
		["save deletion page", { kept: "Nothing is kept." }],
	])("reads what they typed: %s", async (name, texts) => {
		const { address, values } = await fillIn(formNamed(name));
		const { status, headings, typed } = await shown(stranger, address, { ...values, ...texts });
		expect([status, headings]).toEqual([401, ["Please Log In"]]);
		for (const text of Object.values(texts)) expect(typed).toContain(text.replace(/\s+/g, " "));
	});

	test("reads a form that they built, without the names of its buttons", async () => {
		const { address, values } = await fillIn(formNamed("publish form"));
		const insert = { type: "insert", payload: { name: "fields", defaultValue: "New Field" } };
		const { typed } = await shown(stranger, address, {
			...values,
			"fields[0].label": "What is it about?",
			__intent__: JSON.stringify(insert),
		});
		expect(typed).toContain("What is it about?");
		expect(typed).not.toContain("insert");
	});

	test("is shown no password and no number of the page's own", async () => {
		const { address, values } = await fillIn(formNamed("change password"));
		const { status, text } = await shown(stranger, address, { ...values, id: crypto.randomUUID() });
		expect([status, text]).toEqual([401, expect.not.stringContaining("What you typed")]);
		expect(text).not.toContain(PASSWORD);
		expect(text).not.toContain("another horse");
	});

	test("is still asked to log in where the body is no form", async () => {
		const json = { "Content-Type": "application/json" };
		expect((await stranger.post("/dashboard", "{}", json)).status).toBe(401);
	});
});

test("whose form was deleted meanwhile reads what they built", async () => {
	const { app, form } = await createWorld();
	const { form: kept } = world;
	await deleteForm(world.app, kept.id);
	const values = { ...builderValues({ ...form, description: "Ask us anything" }), revision: "1" };
	const address = `/app/${world.app.appId}/forms/${kept.id}/edit`;
	const { status, headings, typed } = await shown(owner, address, values);
	expect([status, headings]).toEqual([404, ["Form not found"]]);
	expect(typed).toContain("Ask us anything");
	// A stranger's form is not told apart from one that never was.
	const foreign = `/app/${app.appId}/forms/${form.id}/edit`;
	expect((await shown(owner, foreign, values)).status).toBe(404);
});

test("both sides of a conversation that was deleted read what they wrote", async () => {
	const { submission } = world;
	await deleteSubmissions(world.user, [submission.id]);
	for (const [client, address] of [
		[owner, `/admin/conversation/${submission.id}`],
		[stranger, `/conversation/${submission.token}`],
	] as const) {
		const { status, typed } = await shown(client, address, {
			message: "One more thing",
			request_id: crypto.randomUUID(),
		});
		expect([status, typed]).toEqual([404, expect.stringContaining("One more thing")]);
	}
});

test("whose app is in the trash reads the document that they wrote", async () => {
	await trashApp(world.user, world.app.appId);
	const address = `/app/${world.app.appId}/documents/new`;
	const { status, headings, typed } = await shown(owner, address, {
		title: "Terms",
		content: "Be kind.",
		request_id: crypto.randomUUID(),
	});
	expect([status, headings]).toEqual([404, ["App not found"]]);
	expect(typed).toContain("Be kind.");
});

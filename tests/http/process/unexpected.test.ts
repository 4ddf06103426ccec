import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { dumpDatabase, dumpWhenMailIsSent } from "../../kit/dump.ts";
import { createClient } from "../../kit/http/client.ts";
import { FORMS, fillIn } from "../../kit/http/forms.ts";
import { readPage } from "../../kit/http/html.ts";
import { limitFiles } from "../../kit/process/limit-files.ts";
import { serve } from "../../kit/process/serve.ts";
import { databaseFile } from "../../kit/world/world.ts";

/** The forms, with their texts for an unexpected failure (product.md, O27). */
const TEXTS: Record<string, string> = {
	profile: "Failed to update profile. Please try again.",
	"change password": "Failed to change password. Please try again.",
	"sign out": "Failed to sign out. Please try again.",
	"account name": "Failed to save account name. Please try again.",
	"create app": "Failed to create app: ",
	"rename app": "Failed to update app name. Please try again.",
	"delete app": "Failed to delete app. Please try again.",
	"publish document": "Failed to publish document. Please try again.",
	"save document": "Failed to update document. Please try again.",
	"delete document": "Failed to delete document",
	"publish form": "Failed to save form. Please try again.",
	"save form": "Failed to save form. Please try again.",
	reply: "Failed to send message",
	details: "Failed to update submission",
	"answer the sum": "Failed to submit form. Please try again.",
	verify: "Verification failed. Please try again.",
	extend: "Failed to extend session. Please try again.",
	message: "Failed to send message",
	"session link by an old link": "Failed to send extension email",
	"save support form": "Failed to save support form. Please try again.",
	"support details": "Failed to update submission.",
	"write to support": "Failed to send message. Please try again later.",
};

const server = serve();

async function fillInByName(name: string) {
	const recipe = FORMS.find((one) => one.name === name);
	if (!recipe) throw new Error(`There is no form "${name}"`);
	return fillIn(recipe);
}

test("while the disk takes nothing, each form says what failed and keeps what was typed", async () => {
	const forms = [];
	for (const [name, text] of Object.entries(TEXTS)) {
		forms.push({ name, text, ...(await fillInByName(name)) });
	}
	const before = await dumpWhenMailIsSent(databaseFile);
	limitFiles(server.process, "64");
	for (const { name, text, address, values, world } of forms) {
		const answer = await createClient(server.url, { cookie: world.cookie }).post(address, values);
		expect([name, answer.status]).toEqual([name, 503]);
		expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0);
		expect(readPage(answer.text).text).toContain(text);
		for (const field of ["full_name", "company", "account_name", "name", "title"]) {
			if (values[field]) expect(answer.text).toContain(`value="${values[field]}"`);
		}
	}
	expect(dumpDatabase(databaseFile)).toEqual(before);
	limitFiles(server.process, "unlimited");
	expect((await createClient(server.url).get("/healthz")).status).toBe(200);
	expectErrors();
});

test("while another process holds the database, a form says so, and is taken once it is free", async () => {
	const { address, values, world } = await fillInByName("profile");
	const client = createClient(server.url, { cookie: world.cookie });
	const held = new Database(databaseFile);
	held.exec("BEGIN IMMEDIATE");
	const answer = await client.post(address, values);
	held.exec("ROLLBACK");
	held.close();
	expect(answer.status).toBe(503);
	expect(answer.text).toContain(TEXTS.profile);
	expect((await client.post(address, values)).status).toBe(303);
	expectErrors();
});

/** The operator is told of the fault, which nothing else may add to. */
function expectErrors() {
	expect(server.errors.join("\n")).toContain('"event":"error"');
	server.errors.length = 0;
}

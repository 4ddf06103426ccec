import { beforeAll, describe, expect, test } from "vitest";
import { grantPlan } from "#app/admin/administration.server.ts";
import { saveContactEmail, trashApp } from "#app/apps/app.server.ts";
import { deleteDocument } from "#app/documents/document.server.ts";
import { deleteForm } from "#app/forms/form.server.ts";
import { policies, readPolicy } from "../../fixtures/policies.ts";
import { type Answer, type Client, createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createForm } from "../../kit/world/form.ts";
import { createUser } from "../../kit/world/user.ts";
import { createWorld, type World } from "../../kit/world/world.ts";

const server = serve();
let visitor: Client;
let world: World;
let hub: string;

beforeAll(async () => {
	visitor = createClient(server.url);
	world = await createWorld();
	hub = `/${world.user.accountName}/${world.app.app.slug}`;
});

/** A response without what differs between any two. */
function comparable({ status, headers, text }: Answer) {
	const { date, "x-request-id": id, ...rest } = headers;
	return { status, headers: rest, text };
}

/** A query leaves the page to the router, which renders the same page. */
async function expectAsRouter(path: string, status: number) {
	const byRouter = comparable(await visitor.get(`${path}?by=router`));
	const direct = comparable(await visitor.get(path));
	expect(direct.headers).toEqual(byRouter.headers);
	// Compared without a diff, which would show the whole stylesheet.
	expect(direct.text === byRouter.text, `${path} is the router's page`).toBe(true);
	expect(direct.status).toBe(status);
}

describe("a page of an app is byte for byte what the router renders:", () => {
	test("an app with and without pages and a contact address", async () => {
		await expectAsRouter(hub, 200);
		const app = await createApp(world.user, "Amper & <Sand>");
		await expectAsRouter(`/${world.user.accountName}/${app.app.slug}`, 200);
		await saveContactEmail(app, "ada@example.com");
		await expectAsRouter(`/${world.user.accountName}/${app.app.slug}`, 200);
	});

	test.each(policies)("the policy $file", async ({ file }) => {
		const { path } = await createDocument(world.app, {
			title: `${file} "&" <b>`,
			content: readPolicy(file),
		});
		await expectAsRouter(path, 200);
	});

	test("a form, with each type of field, and one that is closed", async () => {
		await expectAsRouter(world.form.path, 200);
		const user = await createUser();
		await grantPlan(user.email, "pro");
		const form = await createForm(await createApp(user));
		await grantPlan(user.email, "free");
		await expectAsRouter(form.path, 200);
	});

	test("what was never there", async () => {
		for (const path of [
			"/nobody/at-all",
			"/nobody/at-all/privacy",
			`${hub}/nothing`,
			`${hub}/forms/nothing`,
			`/${world.user.accountName}/nothing`,
		]) {
			await expectAsRouter(path, 404);
		}
	});

	test("what was taken down", async () => {
		const document = await createDocument(world.app, { title: "Short-lived" });
		await deleteDocument(world.app, document.id);
		const form = await createForm(world.app, { title: "Short-lived" });
		await deleteForm(world.app, form.id);
		const app = await createApp(world.user, "Short-lived");
		const gone = await createDocument(app);
		await trashApp(world.user, app.appId);
		for (const path of [document.path, form.path, gone.path]) await expectAsRouter(path, 410);
	});
});

import { beforeAll, describe, expect, test } from "vitest";
import { grantPlan } from "#app/admin/administration.server.ts";
import { saveContactEmail, trashApp } from "#app/apps/app.server.ts";
import {
	closeDeletionPage,
	reopenDeletionPage,
} from "#app/deletion-requests/deletion-page.server.ts";
import { updateDocument } from "#app/documents/document.server.ts";
import { deleteDocument } from "#app/documents/document-deletion.server.ts";
import { setWithdrawn } from "#app/documents/versions/withdrawal.server.ts";
import { deleteForm } from "#app/forms/form.server.ts";
import { readDocument } from "../../corpus/documents.ts";
import { type Answer, type Client, createClient } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createForm } from "../../kit/world/form.ts";
import { alterSupportForm } from "../../kit/world/support.ts";
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
	return { status, headers: rest, text: text.replace(/(name="request_id" value=")[^"]*/g, "$1") };
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

	test.each(["github-terms-of-service", "termly", "anchors"])("the document %s", async (name) => {
		const { path } = await createDocument(world.app, {
			title: `${name} "&" <b>`,
			content: readDocument(name).source,
		});
		await expectAsRouter(path, 200);
	});

	test("its versions, one of them, what changed, and what was withdrawn", async () => {
		const { id, path } = await createDocument(world.app, { title: "A & <b>", content: "One." });
		for (const revision of [1, 2]) {
			const text = { title: "A & <b>", content: `One and ${revision}.`, note: "<i>" };
			await updateDocument(world.app, id, { ...text, revision });
		}
		for (const page of ["/versions", "/versions/1", "/versions/3", "/changes/1-3"]) {
			await expectAsRouter(path + page, 200);
		}
		await expectAsRouter(`${path}/versions/4`, 404);
		await setWithdrawn(world.app, id, { revision: 1, isWithdrawn: true });
		await expectAsRouter(`${path}/versions/1`, 410);
	});

	test("a form, with each type of field, and one that is closed", async () => {
		await expectAsRouter(world.form.path, 200);
		const user = await createUser();
		await grantPlan(user.email, "pro");
		const form = await createForm(await createApp(user));
		await grantPlan(user.email, "free");
		await expectAsRouter(form.path, 200);
	});

	test("a page for deletion requests, and one that is closed", async () => {
		const path = `${hub}/deletion`;
		await expectAsRouter(path, 200);
		await closeDeletionPage(world.app);
		await expectAsRouter(path, 404);
		await reopenDeletionPage(world.app);
	});

	test("what was never there", async () => {
		for (const path of [
			"/nobody/at-all",
			"/.git/config",
			"/wp-admin/setup_config.php",
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

describe("an address where nothing is", () => {
	test("shows the site's page each time, whatever it asks for", async () => {
		const first = comparable(await visitor.get("/wp-login.php", { Cookie: "a=b" }));
		for (const path of ["/wp-login.php", "/xmlrpc.php?rsd", "/Wp-Login.php/", "/a/b/c/d/e"]) {
			const { status, headers, text } = comparable(await visitor.get(path));
			expect([status, headers]).toEqual([404, first.headers]);
			expect(text === first.text, `${path} is the site's page`).toBe(true);
		}
	});

	test("that is the site's or a file's is none of these", async () => {
		for (const path of ["/favicon.svg", "/robots.txt", "/healthz", "/Help/", "/settings"]) {
			for (let n = 0; n < 3; n += 1) expect((await visitor.get(path)).status).not.toBe(404);
		}
		for (const path of ["/%09/", "/%0a%0d/x", "/%5c", "/%09%5cx", "/a%zz"]) {
			expect((await visitor.get(path)).status).toBe(400);
		}
		for (const path of ["/nothing.data", "/admin/nothing"]) {
			const query = comparable(await visitor.get(`${path}?by=router`));
			expect(comparable(await visitor.get(path)).headers).toEqual(query.headers);
		}
	});
});

describe("the site's own pages", () => {
	test.each(["/", "/pricing", "/help", "/getting-started", "/auth", "/demo-privacy", "/demo-form"])(
		"%s is for whoever has no cookie what it is for a stranger with one",
		async (path) => {
			const withCookie = comparable(await visitor.get(path, { Cookie: "a=b" }));
			for (let n = 0; n < 3; n += 1) {
				const answer = comparable(await visitor.get(path));
				expect(answer.text === withCookie.text, path).toBe(true);
				expect(answer.status).toBe(200);
				expect(answer.headers["content-security-policy"]).toBe(
					withCookie.headers["content-security-policy"],
				);
			}
		},
	);

	test("follow the support form", async () => {
		for (const isActive of [true, false, true]) {
			await alterSupportForm({ isActive });
			for (let n = 0; n < 3; n += 1) {
				expect((await visitor.get("/help")).text.includes("<dialog")).toBe(isActive);
			}
		}
	});

	test("never show one person what is another's", async () => {
		const owner = createClient(server.url, { cookie: world.cookie });
		for (const path of ["/pricing", "/help", "/getting-started"]) {
			for (let n = 0; n < 3; n += 1) {
				expect((await owner.get(path)).text).toContain("Sign Out");
				expect((await visitor.get(path)).text).not.toContain("Sign Out");
			}
			expect((await owner.get(path)).headers["cache-control"]).toBe("no-store");
		}
	});
});

import { beforeAll, describe, expect, test } from "vitest";
import { suspendUser } from "#app/admin/administration.server.ts";
import { renameApp, trashApp } from "#app/apps/app.server.ts";
import { closeDeletionPage } from "#app/deletion-requests/deletion-page.server.ts";
import { deleteDocument } from "#app/documents/document-deletion.server.ts";
import { controlName } from "#app/forms/visitor-form.ts";
import { dumpDatabase } from "../../kit/dump.ts";
import { type Answer, type Client, createClient } from "../../kit/http/client.ts";
import { reportValues } from "../../kit/http/forms.ts";
import { freshEmail } from "../../kit/mailed.ts";
import { serve } from "../../kit/process/serve.ts";
import { createAdmin } from "../../kit/world/admin.ts";
import { createApp } from "../../kit/world/app.ts";
import { openDeletionPage } from "../../kit/world/deletion.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createContactForm } from "../../kit/world/form.ts";
import { createUser } from "../../kit/world/user.ts";
import { cookieOf, createWorld, databaseFile, type World } from "../../kit/world/world.ts";

const server = serve();
let visitor: Client;
let admin: Client;
let world: World;

beforeAll(async () => {
	visitor = createClient(server.url);
	world = await createWorld();
	const cookie = await cookieOf(await createUser({ adminRole: "support" }));
	admin = createClient(server.url, { cookie });
});

function reportOf(path: string): string {
	return `/report?${new URLSearchParams({ page: path })}`;
}

/** Opens the newest report of a list. */
function openNewest({ text }: Answer): Promise<Answer> {
	const [, id] = /\/admin\/support\/([\w-]{36})/.exec(text) ?? [];
	return admin.get(`/admin/support/${id}`);
}

/** Reports a page. Returns the report as an operator opens it. */
async function report(path: string): Promise<Answer> {
	expect((await visitor.post(reportOf(path), reportValues(freshEmail()))).status).toBe(303);
	return openNewest(await admin.get("/admin/support?status=reports"));
}

/** Opens the list that shows whose the reported page is. */
function openOwners({ text }: Answer): Promise<Answer> {
	const [, address = ""] = /href="([^"]+)"[^>]*>Whose page it is</.exec(text) ?? [];
	return admin.get(address.replaceAll("&amp;", "&"));
}

describe("a report about a public page", () => {
	test("begins at the page itself, and waits among the operators' reports", async () => {
		const { document, form } = world;
		const hub = document.path.split("/").slice(0, 3).join("/");
		for (const path of [document.path, form.path, hub]) {
			const [, address = ""] =
				/<a href="([^"]+)" rel="nofollow">Report this page</.exec((await visitor.get(path)).text) ??
				[];
			expect(address).toBe(reportOf(path));
			expect((await visitor.get(address)).text).toContain(`<a href="${path}">${path}</a>`);
		}
		const email = freshEmail();
		const sent = await visitor.post(reportOf(document.path), reportValues(email));
		expect(sent.status).toBe(303);
		const thanks = await visitor.get(sent.headers.location ?? "");
		const [, number = ""] = /the number <strong>(\d+)</.exec(thanks.text) ?? [];
		const list = await admin.get("/admin/support?status=reports");
		expect(list.text).toContain(`${number} · `);
		expect(list.text).toContain(email);
		const shown = await openNewest(list);
		expect(shown.text).toContain(server.url + document.path);
		expect(shown.text).toContain("It sells what it may not.");
		expect((await openOwners(shown)).text).toContain(world.user.email);
	});

	test("begins at a deletion page, too, at its earlier address as well", async () => {
		const owner = await createUser();
		const app = await createApp(owner, "Pocket Garden");
		await openDeletionPage(app);
		const path = `/${owner.accountName}/pocket-garden/deletion`;
		const reporting = reportOf(path);
		expect((await visitor.get(path)).text).toContain(`href="${reporting}" rel="nofollow"`);
		expect((await visitor.get(reporting)).text).toContain(`<a href="${path}">${path}</a>`);
		const email = freshEmail();
		expect((await visitor.post(reporting, reportValues(email))).status).toBe(303);
		await createDocument(app);
		const shown = await openNewest(await admin.get("/admin/support?status=reports"));
		expect(shown.text).toContain(email);
		expect((await openOwners(shown)).text).toContain(owner.email);
		await renameApp(app, "Window Garden");
		const moved = `/${owner.accountName}/window-garden/deletion`;
		expect((await visitor.get(reporting)).text).toContain(`<a href="${moved}">${moved}</a>`);
		await closeDeletionPage(app);
		expect((await visitor.get(reportOf(moved))).status).toBe(404);
	});

	test("leads to the owner also where the app has no document, or none any more", async () => {
		const owner = await createUser();
		const app = await createApp(owner, "Pocket Garden");
		const hub = `/${owner.accountName}/pocket-garden`;
		expect((await openOwners(await report(hub))).text).toContain(owner.email);
		const form = await createContactForm(app);
		expect((await openOwners(await report(hub))).text).toContain(owner.email);
		expect((await openOwners(await report(form.path))).text).toContain(owner.email);
		const document = await createDocument(app);
		const reported = await report(document.path);
		await deleteDocument(app, document.id);
		const { text } = await openOwners(reported);
		expect(text).toContain(owner.email);
		expect(text).toContain(`href="/admin/users/${owner.userId}"`);
		await renameApp(app, "Window Garden");
		expect((await openOwners(reported)).text).toContain("Window Garden");
		await trashApp(app, app.appId);
		expect((await openOwners(reported)).text).toContain(owner.email);
	});

	test("with faults keeps what was typed, and stores nothing", async () => {
		const before = dumpDatabase(databaseFile);
		const values = { ...reportValues(), [controlName("email")]: "nobody" };
		const answer = await visitor.post(reportOf(world.document.path), values);
		expect(answer.status).toBe(400);
		expect(answer.text).toContain("Please enter a valid email address");
		expect(answer.text).toContain("It sells what it may not.");
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("about a page that was taken down meanwhile shows what was typed", async () => {
		const { text } = await visitor.post(reportOf("/acme/app/gone"), reportValues());
		expect(text).toContain("There is no such page here.");
		expect(text).toContain("It sells what it may not.");
	});

	test("is about a page that is public now, and nothing else", async () => {
		const gone = await createWorld();
		await suspendUser(await createAdmin(), gone.user.userId, "Spam");
		const before = dumpDatabase(databaseFile);
		for (const path of [
			gone.document.path,
			`${world.document.path}-never-was`,
			`/conversation/${world.submission.token}`,
			"https://example.com/acme/app",
			"//example.com/acme",
			"/dashboard",
			"/a/b/c/d/e",
			"/%00/%zz",
			"",
		]) {
			for (const answer of [
				await visitor.get(reportOf(path)),
				await visitor.post(reportOf(path), reportValues()),
			]) {
				expect([path, answer.status]).toEqual([path, 404]);
				expect(answer.text).toContain("There is no such page here.");
			}
		}
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});
});

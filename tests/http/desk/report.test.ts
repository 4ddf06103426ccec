import { beforeAll, describe, expect, test } from "vitest";
import { suspendUser } from "#app/admin/administration.server.ts";
import { controlName } from "#app/forms/visitor-form.ts";
import { dumpDatabase } from "../../kit/dump.ts";
import { type Client, createClient } from "../../kit/http/client.ts";
import { reportValues } from "../../kit/http/forms.ts";
import { freshEmail } from "../../kit/mailed.ts";
import { serve } from "../../kit/process/serve.ts";
import { createAdmin } from "../../kit/world/admin.ts";
import { createUser } from "../../kit/world/user.ts";
import { cookieOf, createWorld, databaseFile, type World } from "../../kit/world/world.ts";

const server = serve();
let visitor: Client;
let world: World;

beforeAll(async () => {
	visitor = createClient(server.url);
	world = await createWorld();
});

function reportOf(path: string): string {
	return `/report?${new URLSearchParams({ page: path })}`;
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
		const admin = createClient(server.url, {
			cookie: await cookieOf(await createUser({ adminRole: "support" })),
		});
		const list = await admin.get("/admin/support?status=reports");
		expect(list.text).toContain(`${number} · `);
		expect(list.text).toContain(email);
		const [, id] = /\/admin\/support\/([\w-]{36})/.exec(list.text) ?? [];
		const shown = await admin.get(`/admin/support/${id}`);
		expect(shown.text).toContain(server.url + document.path);
		expect(shown.text).toContain("It sells what it may not.");
		const [, owner = ""] = /href="([^"]+)"[^>]*>Whose page it is</.exec(shown.text) ?? [];
		const found = await admin.get(owner.replaceAll("&amp;", "&"));
		expect(found.text).toContain(world.user.email);
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

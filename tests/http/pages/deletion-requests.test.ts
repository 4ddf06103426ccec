import { afterAll, beforeAll, expect, test } from "vitest";
import { trashApp } from "#app/apps/app.server.ts";
import { paths } from "#app/paths.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { DAY_MS } from "#app/platform/time.ts";
import { createClient } from "../../kit/http/client.ts";
import { plain } from "../../kit/http/html.ts";
import { startServer, type TestServer } from "../../kit/process/server.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDeletionRequest } from "../../kit/world/deletion-request.ts";
import { createUser } from "../../kit/world/user.ts";
import { cookieOf, databaseFile } from "../../kit/world/world.ts";

let server: TestServer;

beforeAll(async () => {
	server = await startServer(databaseFile);
});

afterAll(async () => {
	expect(await server.stop()).toBe(0);
	expect(server.errors).toEqual([]);
});

/** An owner on Free with an app and a request, and their two browsers. */
async function createScene(traits: Parameters<typeof createDeletionRequest>[1] = {}) {
	const user = await createUser();
	const app = await createApp(user);
	const request = await createDeletionRequest(app, traits);
	const ids = { appId: app.appId, number: String(request.number) };
	return {
		user,
		app,
		request,
		owner: createClient(server.url, { cookie: await cookieOf(user) }),
		visitor: createClient(server.url),
		list: paths.deletions.list(ids),
		done: paths.deletions.done(ids),
		refusal: paths.deletions.refusal(ids),
		thread: paths.conversation.thread({ submissionId: request.submissionId }),
		conversation: paths.visitor.conversation({ conversationToken: request.conversationToken }),
	};
}

/** Makes a request due so many days ago. */
async function makeLate(number: number, days: number): Promise<void> {
	const dueAt = new Date(Date.now() - days * DAY_MS);
	await transaction((tx) => tx.deletionRequest.update({ where: { number }, data: { dueAt } }));
}

test("an owner on Free finds late requests first, marked, and the page's set-up where there are none", async () => {
	const { owner, app, list, request, user } = await createScene();
	const late = await createDeletionRequest(app);
	await makeLate(late.number, 3);
	const { text } = await owner.get(list);
	expect(text.indexOf(late.email)).toBeLessThan(text.indexOf(request.email));
	expect(text.indexOf(late.email)).toBeGreaterThan(0);
	expect(text).toContain("3 days late");
	expect(text).toContain("Open 2, 1 late");
	const empty = await createApp(user);
	const none = await owner.get(paths.deletions.list(empty));
	expect(none.text).toContain(`href="${paths.deletions.page(empty)}"`);
	const messages = await owner.get(paths.submissions.ofApp(app));
	expect(messages.status).toBe(200);
	expect(messages.text).toContain(`href="${list}"`);
});

test("the owner answers by two pages with one button each, and both sides see how it stands", async () => {
	const { owner, visitor, request, done, refusal, thread, conversation } = await createScene({
		open: false,
	});
	const open = await owner.get(thread);
	expect(open.text).toContain(`href="${done}"`);
	expect(open.text).toContain(`href="${refusal}"`);
	const blank = await owner.post(refusal, { reason: " ", shown: "" });
	expect(blank.status).toBe(400);
	expect(blank.text).toContain("Please write the reason. The person gets it by mail.");
	const offered = await owner.get(done);
	expect(offered.text).toMatch(
		/Your account and its data were deleted on \d+ \w+ \d{4}\.\n\nWhat is kept, and for how long:\n/,
	);
	expect(offered.text).toContain("Invoices, for ten years.");
	const refused = await owner.post(refusal, { reason: "It is not your account.", shown: "" });
	expect([refused.status, refused.headers.location]).toEqual([303, thread]);
	const stale = await owner.post(done, { text: "All my typing.", shown: "" });
	expect(stale.status).toBe(409);
	expect(stale.text).toContain("was refused on");
	expect(stale.text).toContain("All my typing.");
	expect((await owner.post(done, { text: "Gone.", shown: "refused" })).status).toBe(303);
	const after = await owner.get(thread);
	expect(after.text).toContain("Deleted");
	expect(after.text).not.toContain(`href="${done}"`);
	for (const address of [conversation, request.statusPath]) {
		const { text } = await visitor.get(address);
		expect(text).toMatch(/Done on/);
		expect(text).not.toContain(request.email);
		expect(text).not.toContain(request.message);
	}
});

test("a number that no request has is a page that was not found, whatever it is", async () => {
	const { owner, app } = await createScene();
	for (const number of ["0", "-1", "1.5", "abc", "1e99", "99999999999", "9".repeat(30)]) {
		const ids = { appId: app.appId, number };
		for (const path of [paths.deletions.done(ids), paths.deletions.refusal(ids)]) {
			const answer = await owner.get(path);
			expect([path, answer.status]).toEqual([path, 404]);
			expect(answer.text).toContain("Deletion request not found");
			const values = { text: "Gone.", reason: "No.", shown: "" };
			expect([path, (await owner.post(path, values)).status]).toEqual([path, 404]);
		}
	}
});

test("the status page is for its holder alone: no engine, no store, no script, no referrer", async () => {
	const { visitor, request } = await createScene();
	const { status, headers, text } = await visitor.get(request.statusPath);
	expect(status).toBe(200);
	expect(headers).toMatchObject({
		"x-robots-tag": "noindex",
		"cache-control": "no-store",
		"referrer-policy": "same-origin",
	});
	expect(text).not.toContain("<script");
	expect(text).toMatch(/To be done by/);
	for (const path of [`${request.statusPath}0`, "/deletion-status/1", "/deletion-status/1.abc"]) {
		const answer = await visitor.get(path);
		expect([answer.status, answer.text]).toEqual([404, expect.stringContaining("not found")]);
		expect((await visitor.post(`${path}/taking-back`, {})).status).toBe(303);
	}
});

test("whoever asked takes the request back by a page and its button", async () => {
	const { owner, visitor, request, thread, done } = await createScene();
	const back = `${request.statusPath}/taking-back`;
	expect((await visitor.get(request.statusPath)).text).toContain(`href="${back}"`);
	expect((await visitor.get(back)).text).toContain("Take it back");
	for (let press = 0; press < 2; press += 1) {
		const posted = await visitor.post(back, {});
		expect([posted.status, posted.headers.location]).toEqual([303, request.statusPath]);
	}
	expect((await visitor.get(request.statusPath)).text).toMatch(/Taken back on/);
	expect((await owner.get(thread)).text).toContain("Please do not delete anything.");
	expect((await owner.post(done, { text: "", shown: "" })).status).toBe(409);
	expect((await owner.get(done)).text).toContain("was taken back by the person");
});

test("the owner of an app in the trash can still answer, from Recently deleted", async () => {
	const { owner, user, app, list, done, request } = await createScene();
	await trashApp(user, app.appId);
	const deleted = await owner.get(paths.dashboardDeleted);
	expect(deleted.text).toContain(`href="${list}"`);
	expect((await owner.get(list)).text).toContain(request.email);
	expect((await owner.post(done, { text: "", shown: "" })).status).toBe(303);
});

test("the dashboard has a line with the first day, and none without requests", async () => {
	const { owner, list, app, user } = await createScene();
	await createApp(user);
	const { text } = await owner.get(paths.dashboard);
	expect(plain(text)).toMatch(/1 deletion request, by \d+ \w+/);
	expect(text.split(`href="${list}"`)).toHaveLength(2);
	await createDeletionRequest(app, { days: 3 });
	const two = await owner.get(paths.dashboard);
	expect(plain(two.text)).toMatch(/2 deletion requests, the first by \d+ \w+/);
});

test("administrators see whose requests are late", async () => {
	const { request, user, app } = await createScene();
	await makeLate(request.number, 9);
	const admin = createClient(server.url, {
		cookie: await cookieOf(await createUser({ adminRole: "support" })),
	});
	const { text } = await admin.get(paths.admin.overview);
	expect(text).toContain("Late deletion requests");
	expect(text).toContain(app.app.name);
	expect(text).toContain(user.email);
});

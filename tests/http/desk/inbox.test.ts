import { beforeEach, describe, expect, test } from "vitest";
import { BULK_MAX, TAG_MAX, TAGS_MAX } from "#app/conversations/schema.ts";
import { dumpDatabase } from "../../kit/dump.ts";
import { type Client, createClient, type Values } from "../../kit/http/client.ts";
import { serve } from "../../kit/process/serve.ts";
import { createApp } from "../../kit/world/app.ts";
import { createSubmission } from "../../kit/world/submission.ts";
import { createUser } from "../../kit/world/user.ts";
import { cookieOf, createWorld, databaseFile, type World } from "../../kit/world/world.ts";

const server = serve();

let world: World;
let client: Client;

beforeEach(async () => {
	world = await createWorld();
	client = createClient(server.url, { cookie: world.cookie });
});

function ids(count: number): string[] {
	return [world.submission.id, ...Array.from({ length: count - 1 }, () => crypto.randomUUID())];
}

describe("a press on what is ticked", () => {
	const tagging = (tag: string) => ({ intent: "tag", tag });
	test.each<[string, Values, number, string]>([
		["nothing", { intent: "close" }, 0, "Please select at least one submission."],
		["more than a page", { intent: "close" }, BULK_MAX + 1, "Please select at most 50"],
		["a blank tag", tagging(" , "), 1, "Please write the tag."],
		["a tag too long", tagging("x".repeat(TAG_MAX + 1)), 1, "Please use at most 40 characters"],
		["too many tags", tagging([...Array(TAGS_MAX + 1).keys()].join()), 1, "Please use at most 20"],
		["an unknown button", { intent: "explode" }, 1, "Unknown button"],
	])("with %s changes nothing and says why", async (_what, values, count, text) => {
		const before = dumpDatabase(databaseFile);
		const id = count > 0 ? ids(count) : [];
		const answer = await client.post("/messages?show=all", { ...values, id });
		expect([answer.status, answer.text.includes(text)]).toEqual([400, true]);
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("adds no tag to a submission that is full, nor to the others", async () => {
		const tag = [...Array(TAGS_MAX).keys()].join();
		await client.post("/messages", { id: world.submission.id, intent: "tag", tag });
		const before = dumpDatabase(databaseFile);
		const id = [world.unverified.id, world.submission.id];
		const answer = await client.post("/messages", { id, intent: "tag", tag: "bug" });
		expect(answer.status).toBe(400);
		expect(answer.text).toContain(`${world.submission.email} would have 21 tags`);
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});

	test("leaves another account's submissions as they are", async () => {
		const { submission } = await createWorld();
		const before = dumpDatabase(databaseFile);
		for (const intent of ["resolve", "close", "tag"]) {
			await client.post("/messages", { id: submission.id, intent, tag: "bug" });
		}
		await client.post("/messages/deletion", { id: submission.id });
		expect((await client.get(`/messages/deletion?id=${submission.id}`)).text).not.toContain(
			submission.email,
		);
		const exported = await client.get(`/messages/export?selected=csv&id=${submission.id}`);
		expect(exported.text).not.toContain(submission.email);
		expect(dumpDatabase(databaseFile)).toEqual(before);
	});
});

test("a conversation that waits no more leads to the one that has waited longest", async () => {
	const pathOf = (id: string) => `/admin/conversation/${id}`;
	const { submission, deletion } = world;
	const latest = await createSubmission(world.form);
	expect((await client.get(pathOf(submission.id))).text).not.toContain("Next waiting");
	const order = [submission.id, deletion.submissionId, latest.id];
	for (const [at, id] of order.entries()) {
		await client.post(pathOf(id), { message: "Fixed.", request_id: crypto.randomUUID() });
		const { text } = await client.get(pathOf(id));
		const [, to] = /href="([^"]+)"[^>]*>Next waiting/.exec(text) ?? [];
		expect(to).toBe(order[at + 1] && pathOf(order[at + 1] ?? ""));
	}
});

test("after a press, the list is shown without the ticks of its address", async () => {
	const other = await createSubmission(world.form);
	const ticked = `/messages?show=all&id=${world.submission.id}&id=${other.id}`;
	const resolved = await client.post(ticked, { id: other.id, intent: "resolve" });
	expect(resolved.headers.location).toBe("/messages?show=all");
	const deleted = await client.post("/messages/deletion", { id: other.id, from: ticked });
	expect(deleted.headers.location).toBe("/messages?show=all");
});

test("what is typed into a saved reply that was deleted meanwhile is shown", async () => {
	await client.post("/saved-replies", { title: "Thanks", text: "Thank you." });
	const [, reply = ""] =
		/edit\?reply=([\w-]+)/.exec((await client.get("/saved-replies")).text) ?? [];
	await client.post("/saved-replies/deletion", { reply });
	const edit = `/saved-replies/edit?reply=${reply}`;
	const answer = await client.post(edit, { reply, title: "Thanks", text: "Thank you so much." });
	expect(answer.status).toBe(404);
	expect(answer.text).toContain("This reply was deleted meanwhile.");
	expect(answer.text).toContain("Thank you so much.");
});

test("an account that never had a form is asked for Pro", async () => {
	const user = await createUser();
	const { appId } = await createApp(user);
	const newcomer = createClient(server.url, { cookie: await cookieOf(user) });
	for (const path of ["/messages", `/app/${appId}/forms/submissions`]) {
		const { status, text } = await newcomer.get(path);
		expect([path, status]).toEqual([path, 403]);
		expect(text).toContain("Pro Subscription Required");
	}
});

test("Export has what is ticked and nothing else", async () => {
	const other = await createSubmission(world.form);
	const { text } = await client.get(`/messages/export?selected=csv&id=${other.id}&format=json`);
	expect(text).toContain(other.email);
	expect(text).not.toContain(world.submission.email);
	for (const address of ["/messages/export?selected=csv", "/messages/deletion"]) {
		const answer = await client.get(`${address}${address.includes("?") ? "&" : "?"}from=//evil`);
		expect([answer.status, answer.headers.location]).toEqual([302, "/messages"]);
	}
});

test("the list takes any filter in its address", async () => {
	for (const query of [
		"?show=nonsense&priority=nonsense&in=nonsense&tag=%00",
		"?in[]=x&id=1&id=2",
		`?tag=${"x".repeat(5_000)}`,
		"?before=nonsense",
		"?before=2026-11-21T08:00:00.000Z_x&show=open&q=ab",
	]) {
		expect([query, (await client.get(`/messages${query}`)).status]).toEqual([query, 200]);
	}
});

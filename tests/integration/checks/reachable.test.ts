import { expect, test, vi } from "vitest";
import { askPages, readPages } from "#app/checks/outside/reachable.server.ts";
import { deleteDocument } from "#app/documents/document-deletion.server.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createUser } from "../../kit/world/user.ts";

/** Hosted mode at an address that no name server is asked for. */
await vi.hoisted(async () => {
	const { HOSTED_ENV } = await import("../../kit/process/hosted.ts");
	Object.assign(process.env, HOSTED_ENV, { APP_URL: "http://localhost:9" });
});

const STAYING = new AbortController().signal;

test("the app's page, its public documents and robots.txt are asked at their public addresses", async () => {
	const user = await createUser({ accountName: "acme" });
	const app = await createApp(user, "Notes");
	await createDocument(app, { title: "Terms" });
	const gone = await createDocument(app, { title: "Gone" });
	await deleteDocument(app, gone.id);
	await createDocument(await createApp(user, "Other"), { title: "Others'" });
	const pages = ["http://localhost:9/acme/notes", "http://localhost:9/acme/notes/terms"];
	expect(await readPages(app)).toEqual(pages);
	const outcomes = await askPages(app, STAYING);
	expect(outcomes?.map(({ asked }) => asked)).toEqual([...pages, "http://localhost:9/robots.txt"]);
	// Loopback is nothing that a store reaches.
	expect(outcomes?.map(({ state }) => state)).toEqual(["unsure", "unsure", "unsure"]);
});

test("they are asked 20 times an hour and account", async () => {
	const user = await createUser();
	const app = await createApp(user, "Notes");
	for (let n = 0; n < 20; n += 1) await askPages(app, STAYING);
	const other = await createApp(user, "Other");
	await expect(askPages(other, STAYING)).rejects.toMatchObject({ status: 429 });
});

test("whoever leaves ends it, and nothing more is asked", async () => {
	const app = await createApp(await createUser(), "Notes");
	const outcomes = await askPages(app, AbortSignal.abort());
	expect(outcomes?.[0]?.text).toContain("There was no time left");
});

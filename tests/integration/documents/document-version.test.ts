import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { resolveDocument } from "#app/addresses/address.server.ts";
import { deleteDocument, readDocument, updateDocument } from "#app/documents/document.server.ts";
import {
	listVersions,
	readVersion,
	restoreVersion,
} from "#app/documents/document-version.server.ts";
import { DAY_MS } from "#app/platform/time.ts";
import { dumpDatabase } from "../../kit/dump-database.ts";
import { stopClock } from "../../kit/stop-clock.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";

let user: TestUser;
let app: AppAccess;
let id: string;

beforeEach(async () => {
	user = await createUser();
	app = await createApp(user, "Pocket Garden");
	const document = await createDocument(app, { title: "Privacy", content: "one\ntwo\nthree\n" });
	id = document.id;
	await updateDocument(app, id, { title: "Privacy", content: "one\n2\nthree\n", revision: 1 });
	await updateDocument(app, id, { title: "Notice", content: "one\n2\nthree\nfour\n", revision: 2 });
});

describe("the versions of a document", () => {
	test("say who saved what and when, newest first", async () => {
		const versions = await listVersions(app, id);
		expect(versions.map(({ revision, title }) => [revision, title])).toEqual([
			[3, "Notice"],
			[2, "Privacy"],
			[1, "Privacy"],
		]);
		for (const { savedBy, createdAt } of versions) {
			expect(savedBy).toBe(user.email);
			expect(createdAt).toBeInstanceOf(Date);
		}
	});

	test("are compared with the one before", async () => {
		const found = await readVersion(app, id, 2);
		expect(found?.version).toMatchObject({ revision: 2, content: "one\n2\nthree\n" });
		expect(found?.other).toMatchObject({ revision: 1 });
		expect(found?.diff).toEqual([
			{ change: "same", text: "one\n" },
			{ change: "removed", text: "two\n" },
			{ change: "added", text: "2\n" },
			{ change: "same", text: "three\n" },
		]);
	});

	test("are compared with any other", async () => {
		const found = await readVersion(app, id, 3, 1);
		expect(found?.other).toMatchObject({ revision: 1 });
		expect(found?.diff.filter(({ change }) => change === "added")).toEqual([
			{ change: "added", text: "2\n" },
			{ change: "added", text: "four\n" },
		]);
		const backwards = await readVersion(app, id, 1, 3);
		expect(backwards?.diff.filter(({ change }) => change === "added")).toEqual([
			{ change: "added", text: "two\n" },
		]);
	});

	test("the first is all new", async () => {
		const found = await readVersion(app, id, 1);
		expect(found?.other).toBeNull();
		expect(found?.diff).toEqual([{ change: "added", text: "one\ntwo\nthree\n" }]);
	});

	test("that differ everywhere and are long are compared within seconds", async () => {
		const lines = (word: string) =>
			Array.from({ length: 15_000 }, (_, n) => `${word} ${n}`).join("\n");
		const long = await createDocument(app, { title: "Long", content: lines("a") });
		await updateDocument(app, long.id, { title: "Long", content: lines("b"), revision: 1 });
		const started = performance.now();
		const found = await readVersion(app, long.id, 2);
		expect(performance.now() - started).toBeLessThan(3_000);
		const text = (change: string) =>
			found?.diff
				.filter((part) => part.change === change)
				.map((part) => part.text)
				.join("");
		expect(text("removed")).toBe(lines("a"));
		expect(text("added")).toBe(lines("b"));
	});

	test.each([0, 4, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, 2 ** 60])(
		"have no number %d",
		async (revision) => {
			expect(await readVersion(app, id, revision)).toBeNull();
			const before = dumpDatabase();
			expect(await restoreVersion(app, id, revision)).toBeNull();
			expect(dumpDatabase()).toEqual(before);
		},
	);

	test.each([0, 4, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, 2 ** 60])(
		"are compared with nothing where %d is asked for",
		async (compareWith) => {
			const found = await readVersion(app, id, 3, compareWith);
			expect(found?.version.revision).toBe(3);
			expect(found?.other).toBeNull();
		},
	);

	test("are not shown once the document is deleted", async () => {
		await deleteDocument(app, id);
		expect(await listVersions(app, id)).toEqual([]);
		expect(await readVersion(app, id, 1)).toBeNull();
		expect(await restoreVersion(app, id, 1)).toBeNull();
	});
});

describe("restoring a version", () => {
	test("is a save of its own, with title and address, that loses nothing in between", async () => {
		const advance = stopClock();
		advance(DAY_MS);
		expect(await restoreVersion(app, id, 1)).toBe(4);
		expect(await readDocument(app, id)).toMatchObject({
			title: "Privacy",
			slug: "privacy",
			content: "one\ntwo\nthree\n",
			revision: 4,
			updatedAt: new Date("2026-11-22T08:00:00.000Z"),
		});
		expect((await listVersions(app, id)).map(({ revision }) => revision)).toEqual([4, 3, 2, 1]);
		const notice = await resolveDocument(user.accountName ?? "", "pocket-garden", "notice");
		expect(notice).toEqual({
			outcome: "moved",
			path: `/${user.accountName}/pocket-garden/privacy`,
		});
		const page = await resolveDocument(user.accountName ?? "", "pocket-garden", "privacy");
		expect(page).toMatchObject({ outcome: "found", page: { title: "Privacy" } });
	});

	test("that is public already changes nothing", async () => {
		const before = dumpDatabase();
		expect(await restoreVersion(app, id, 3)).toBe(3);
		expect(dumpDatabase()).toEqual(before);
	});

	test("twice is one restoration", async () => {
		await restoreVersion(app, id, 1);
		const before = dumpDatabase();
		await restoreVersion(app, id, 1);
		expect(dumpDatabase()).toEqual(before);
	});
});

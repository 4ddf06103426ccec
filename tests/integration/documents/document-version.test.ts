import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { resolveDocument } from "#app/addresses/address.server.ts";
import { deleteDocument, readDocument, updateDocument } from "#app/documents/document.server.ts";
import {
	listVersions,
	readVersion,
	restoreVersion,
} from "#app/documents/document-version.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { withoutChange } from "../../kit/rows.ts";
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
		const saved = { savedBy: user.email, createdAt: expect.any(Date) };
		expect(await listVersions(app, id)).toEqual([
			{ revision: 3, title: "Notice", ...saved },
			{ revision: 2, title: "Privacy", ...saved },
			{ revision: 1, title: "Privacy", ...saved },
		]);
	});

	test("are compared with the one before", async () => {
		expect(await readVersion(app, id, 2)).toEqual({
			version: expect.objectContaining({ revision: 2, content: "one\n2\nthree\n" }),
			other: expect.objectContaining({ revision: 1 }),
			diff: [
				{ change: "same", text: "one\n" },
				{ change: "removed", text: "two\n" },
				{ change: "added", text: "2\n" },
				{ change: "same", text: "three\n" },
			],
		});
	});

	test("are compared with any other", async () => {
		const added = async (revision: number, compareWith: number) => {
			const found = await readVersion(app, id, revision, compareWith);
			expect(found?.other).toMatchObject({ revision: compareWith });
			return found?.diff.filter(({ change }) => change === "added").map(({ text }) => text);
		};
		expect(await added(3, 1)).toEqual(["2\n", "four\n"]);
		expect(await added(1, 3)).toEqual(["two\n"]);
	});

	test("the first is all new", async () => {
		expect(await readVersion(app, id, 1)).toMatchObject({
			other: null,
			diff: [{ change: "added", text: "one\ntwo\nthree\n" }],
		});
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
		"have no number %d, and are compared with nothing where it is asked for",
		async (revision) => {
			expect(await readVersion(app, id, revision)).toBeNull();
			expect(await withoutChange(() => restoreVersion(app, id, revision))).toBeNull();
			expect(await readVersion(app, id, 3, revision)).toMatchObject({
				version: { revision: 3 },
				other: null,
			});
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
		stopClock(new Date("2026-11-22T08:00:00.000Z"));
		expect(await restoreVersion(app, id, 1)).toBe(4);
		expect(await readDocument(app, id)).toMatchObject({
			title: "Privacy",
			slug: "privacy",
			content: "one\ntwo\nthree\n",
			revision: 4,
			updatedAt: new Date("2026-11-22T08:00:00.000Z"),
		});
		expect((await listVersions(app, id)).map(({ revision }) => revision)).toEqual([4, 3, 2, 1]);
		const resolve = (slug: string) =>
			resolveDocument(user.accountName ?? "", "pocket-garden", slug);
		const path = `/${user.accountName}/pocket-garden/privacy`;
		expect(await resolve("notice")).toEqual({ outcome: "moved", path });
		expect(await resolve("privacy")).toMatchObject({
			outcome: "found",
			page: { title: "Privacy" },
		});
	});

	test("that is public already changes nothing, and twice is one restoration", async () => {
		expect(await withoutChange(() => restoreVersion(app, id, 3))).toBe(3);
		await restoreVersion(app, id, 1);
		await withoutChange(() => restoreVersion(app, id, 1));
	});
});

test("a document is read as its owner chose, also after a restore", async () => {
	const text = { title: "Notice", content: "<p>*a*</p>" };
	const pageOf = async () => {
		const { html } = await db.document.findUniqueOrThrow({ where: { id } });
		return html;
	};
	await updateDocument(app, id, { ...text, revision: 3 });
	expect(await pageOf()).toContain("*a*");
	const { updatedAt } = (await readDocument(app, id)) ?? {};
	await updateDocument(app, id, {
		...text,
		content: "<p>\n\n*a*</p>",
		format: "html",
		revision: 4,
	});
	await updateDocument(app, id, {
		...text,
		content: "<p>\n\n*a*</p>",
		format: "markdown",
		revision: 5,
	});
	expect(await pageOf()).toContain("<em>a</em>");
	expect(updatedAt).toBeDefined();
	expect(await restoreVersion(app, id, 5)).toBe(7);
	expect(await readDocument(app, id)).toMatchObject({ format: "html" });
	expect(await pageOf()).toContain("*a*");
});

test("a choice of format does not move the date, and is a version", async () => {
	const stop = stopClock();
	const before = await readDocument(app, id);
	stop(60_000);
	const text = { title: "Notice", content: "one\n2\nthree\nfour\n" };
	expect(await updateDocument(app, id, { ...text, format: "html", revision: 3 })).toBe(4);
	expect(await readDocument(app, id)).toMatchObject({ updatedAt: before?.updatedAt });
});

test("an unchanged text is published anew when its page would be another now", async () => {
	await transaction((tx) => tx.document.update({ where: { id }, data: { html: "<p>old</p>" } }));
	const text = { title: "Notice", content: "one\n2\nthree\nfour\n" };
	expect(await updateDocument(app, id, { ...text, revision: 3 })).toBe(4);
	expect(await updateDocument(app, id, { ...text, revision: 4 })).toBe(4);
});

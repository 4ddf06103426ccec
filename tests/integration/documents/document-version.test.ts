import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { resolveDocument } from "#app/addresses/address.server.ts";
import { readDocument, updateDocument } from "#app/documents/document.server.ts";
import { deleteDocument } from "#app/documents/document-deletion.server.ts";
import {
	compareOwnVersions,
	listVersions,
	numberBefore,
	readVersion,
	restoreVersion,
} from "#app/documents/document-version.server.ts";
import { openHistory, setWithdrawn } from "#app/documents/versions/withdrawal.server.ts";
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
		const saved = {
			...{ savedBy: user.email, createdAt: expect.any(Date) },
			...{ effectiveOn: "", note: "", withdrawnAt: null },
		};
		expect(await listVersions(app, id)).toEqual([
			{ revision: 3, title: "Notice", ...saved },
			{ revision: 2, title: "Privacy", ...saved },
			{ revision: 1, title: "Privacy", ...saved },
		]);
	});

	test("are compared as visitors see them, with what changed marked", async () => {
		const [before, after] = [await readVersion(app, id, 1), await readVersion(app, id, 2)];
		if (!after) throw new Error("The second version is not there");
		expect(await compareOwnVersions(app, [before, after])).toEqual({
			outcome: "changed",
			html: expect.stringMatching(/one <del>.*two<\/del> <ins>.*2<\/ins> three/),
		});
		expect(await compareOwnVersions(app, [after, after])).toEqual({ outcome: "same" });
		expect(await compareOwnVersions(app, [null, after])).toMatchObject({
			html: expect.stringMatching(/<ins>.*one 2 three<\/ins>/),
		});
	});

	test("have one before them, but for the first", async () => {
		expect(await numberBefore(app, id, 3)).toBe(2);
		expect(await numberBefore(app, id, 1)).toBeNull();
	});

	test.each([0, 4, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, 2 ** 60])(
		"have no number %d",
		async (revision) => {
			expect(await readVersion(app, id, revision)).toBeNull();
			expect(await withoutChange(() => restoreVersion(app, id, revision))).toBeNull();
		},
	);

	test("are not shown once the document is deleted", async () => {
		await deleteDocument(app, id);
		expect(await listVersions(app, id)).toEqual([]);
		expect(await readVersion(app, id, 1)).toBeNull();
		expect(await restoreVersion(app, id, 1)).toBeNull();
	});
});

describe("withdrawing a version", () => {
	const withdraw = (revision: number, isWithdrawn = true) =>
		setWithdrawn(app, id, { revision, isWithdrawn });

	test("is for good until the owner takes it back, and twice is once", async () => {
		expect(await withdraw(1)).toBe(true);
		expect(await readVersion(app, id, 1)).toMatchObject({ withdrawnAt: expect.any(Date) });
		expect(await withoutChange(() => withdraw(1))).toBe(true);
		expect(await withdraw(1, false)).toBe(true);
		expect(await readVersion(app, id, 1)).toMatchObject({ withdrawnAt: null });
	});

	test("is refused for the public text, and finds no other number", async () => {
		await withoutChange(() => expect(withdraw(3)).rejects.toThrow(/is the public text/));
		expect(await withoutChange(() => withdraw(4))).toBe(false);
		expect(await withoutChange(() => withdraw(Number.NaN))).toBe(false);
	});
});

test("a history is opened once, and stays open from then on", async () => {
	await transaction((tx) => tx.document.update({ where: { id }, data: { historyOpenedAt: null } }));
	const stop = stopClock(new Date("2026-11-22T08:00:00.000Z"));
	await openHistory(app, id);
	stop(60_000);
	await withoutChange(() => openHistory(app, id));
	expect(await readDocument(app, id)).toMatchObject({
		historyOpenedAt: new Date("2026-11-22T08:00:00.000Z"),
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

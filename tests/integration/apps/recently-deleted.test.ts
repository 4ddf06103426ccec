import { describe, expect, test } from "vitest";
import { resolveDocument, resolveForm } from "#app/addresses/address.server.ts";
import { grantPlan } from "#app/admin/administration.server.ts";
import { trashApp } from "#app/apps/app.server.ts";
import { listDeletedApps, restoreOwnApp } from "#app/apps/app-restoration.server.ts";
import {
	deleteDocument,
	listDeletedDocuments,
	restoreDocument,
} from "#app/documents/document-deletion.server.ts";
import { deleteForm } from "#app/forms/form.server.ts";
import { listDeletedForms, restoreForm } from "#app/forms/form-restoration.server.ts";
import { transaction } from "#app/platform/db/db.server.ts";
import { readDatabase } from "../../kit/read-database.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { withoutChange } from "../../kit/rows.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createForm } from "../../kit/world/form.ts";
import { createUser } from "../../kit/world/user.ts";

async function owned() {
	const user = await createUser({ plan: "pro" });
	const app = await createApp(user, "Pocket Garden");
	return { user, app, account: user.accountName ?? "" };
}

async function documentRow(id: string) {
	const { id: _, ...row } = await transaction((tx) =>
		tx.document.findUniqueOrThrow({ where: { id } }),
	);
	return row;
}

async function formRow(id: string) {
	const { id: _, ...row } = await transaction((tx) => tx.form.findUniqueOrThrow({ where: { id } }));
	return row;
}

/** Makes rows like this one, with slugs and request ids numbered from `first` to before `end`. */
function copies<Row extends { slug: string; requestId: string }>(
	row: Row,
	first: number,
	end: number,
): Row[] {
	return Array.from({ length: end - first }, (_, at) => {
		const own = `copy-${first + at}`;
		return { ...row, slug: own, requestId: own };
	});
}

describe("a deleted document", () => {
	test("is listed and comes back as it was, at its address", async () => {
		const { app, account } = await owned();
		const document = await createDocument(app, { title: "Terms" });
		const before = readDatabase().Document;
		await deleteDocument(app, document.id);
		expect(await listDeletedDocuments(app, 1)).toMatchObject({
			rows: [{ id: document.id, title: "Terms" }],
		});
		expect(await restoreDocument(app, document.id)).toEqual({ title: "Terms", moved: null });
		expect(readDatabase().Document).toEqual(before);
		expect(await listDeletedDocuments(app, 1)).toEqual({ rows: [], hasMore: false });
		const again = await withoutChange(() => restoreDocument(app, document.id));
		expect(again).toEqual({ title: "Terms", moved: null });
		const found = await resolveDocument(account, "pocket-garden", "terms");
		expect(found.outcome).toBe("found");
	});

	test("begins an older page only when there are more than 50", async () => {
		const { app } = await owned();
		const { id } = await createDocument(app);
		await deleteDocument(app, id);
		const row = await documentRow(id);
		const add = (from: number, to: number) =>
			transaction((tx) => tx.document.createMany({ data: copies(row, from, to) }));
		await add(1, 50);
		expect((await listDeletedDocuments(app, 1)).rows).toHaveLength(50);
		expect((await listDeletedDocuments(app, 1)).hasMore).toBe(false);
		await add(50, 51);
		expect((await listDeletedDocuments(app, 1)).rows).toHaveLength(50);
		expect((await listDeletedDocuments(app, 1)).hasMore).toBe(true);
		expect((await listDeletedDocuments(app, 2)).rows).toHaveLength(1);
		expect((await listDeletedDocuments(app, 2)).hasMore).toBe(false);
	});

	test("gets the next free address where another document took its own", async () => {
		const { app } = await owned();
		const document = await createDocument(app, { title: "Terms" });
		await deleteDocument(app, document.id);
		await createDocument(app, { title: "Terms" });
		expect(await restoreDocument(app, document.id)).toEqual({
			title: "Terms",
			moved: { from: "terms", to: "terms-1" },
		});
	});

	test("stays deleted while the app is full", async () => {
		const { app } = await owned();
		const document = await createDocument(app);
		await deleteDocument(app, document.id);
		const row = await documentRow(document.id);
		const data = copies(row, 0, 200).map((copy) => ({ ...copy, deletedAt: null }));
		await transaction((tx) => tx.document.createMany({ data }));
		const refusal = await withoutChange(() => refusalOf(restoreDocument(app, document.id)));
		expect(refusal.message).toContain("this one is full");
	});
});

describe("a deleted form", () => {
	test("is listed and comes back as it was, at its address", async () => {
		const { app, account } = await owned();
		const form = await createForm(app, { title: "Contact" });
		const before = readDatabase().Form;
		await deleteForm(app, form.id);
		expect(await listDeletedForms(app, 1)).toMatchObject({
			rows: [{ id: form.id, title: "Contact" }],
		});
		expect(await restoreForm(app, form.id)).toEqual({
			title: "Contact",
			moved: null,
			renamed: null,
		});
		expect(readDatabase().Form).toEqual(before);
		const found = await resolveForm(account, "pocket-garden", form.slug);
		expect(found.outcome).toBe("found");
	});

	test("begins an older page only when there are more than 25", async () => {
		const { app } = await owned();
		const form = await createForm(app);
		await deleteForm(app, form.id);
		const row = await formRow(form.id);
		const add = (from: number, to: number) =>
			transaction((tx) =>
				tx.form.createMany({
					data: copies(row, from, to).map((copy) => ({ ...copy, titleKey: copy.slug })),
				}),
			);
		await add(1, 25);
		expect((await listDeletedForms(app, 1)).rows).toHaveLength(25);
		expect((await listDeletedForms(app, 1)).hasMore).toBe(false);
		await add(25, 26);
		expect((await listDeletedForms(app, 1)).rows).toHaveLength(25);
		expect((await listDeletedForms(app, 1)).hasMore).toBe(true);
		expect((await listDeletedForms(app, 2)).rows).toHaveLength(1);
		expect((await listDeletedForms(app, 2)).hasMore).toBe(false);
	});

	test("gets the next free title and address where another form took its own", async () => {
		const { app } = await owned();
		const form = await createForm(app, { title: "Contact" });
		await deleteForm(app, form.id);
		await createForm(app, { title: "Contact" });
		expect(await restoreForm(app, form.id)).toEqual({
			title: "Contact-1",
			moved: { from: "contact", to: "contact-1" },
			renamed: { from: "Contact", to: "Contact-1" },
		});
	});

	test("stays deleted without Pro", async () => {
		const { app, user } = await owned();
		const form = await createForm(app, { title: "Contact" });
		await deleteForm(app, form.id);
		await grantPlan(user.email, "free");
		const refusal = await withoutChange(() => refusalOf(restoreForm(app, form.id)));
		expect(refusal.message).toContain("Pro");
	});
});

describe("a deleted app", () => {
	test("is listed for its owner alone, who brings it back", async () => {
		const { app, user } = await owned();
		const { user: other } = await owned();
		await trashApp(user, app.appId);
		expect(await listDeletedApps(user, 1)).toMatchObject([{ name: "Pocket Garden" }]);
		expect(await listDeletedApps(other, 1)).toEqual([]);
		expect(await withoutChange(() => restoreOwnApp(other, app.appId))).toBeNull();
		expect(await restoreOwnApp(user, app.appId)).toMatchObject({ name: "Pocket Garden" });
		expect(await listDeletedApps(user, 1)).toEqual([]);
	});

	test("stays in the trash while the plan has no room for it", async () => {
		const user = await createUser();
		const app = await createApp(user, "Pocket Garden");
		await trashApp(user, app.appId);
		await createApp(user, "One");
		await createApp(user, "Two");
		const refusal = await withoutChange(() => refusalOf(restoreOwnApp(user, app.appId)));
		expect(refusal.title).toBe("Free plan limit reached");
	});
});

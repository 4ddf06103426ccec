import { expect, test } from "vitest";
import { trashApp } from "#app/apps/app.server.ts";
import { readProgress } from "#app/apps/progress.sql.ts";
import { deleteDocument } from "#app/documents/document-deletion.server.ts";
import { deleteForm } from "#app/forms/form.server.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createForm } from "../../kit/world/form.ts";
import { createUser } from "../../kit/world/user.ts";

const nothing = { appId: null, hasDocument: false, hasForm: false };

test("an owner's progress is what is theirs and there", async () => {
	const owner = await createUser({ plan: "pro" });
	const { accountName } = owner;
	const nameless = { ...owner, accountName: null };
	expect(await readProgress(nameless)).toEqual({ accountName: null, ...nothing });
	const app = await createApp(owner);
	const before = { ...nothing, accountName, appId: app.appId };
	expect(await readProgress(owner)).toEqual(before);
	const document = await createDocument(app);
	expect(await readProgress(owner)).toEqual({ ...before, hasDocument: true });
	const form = await createForm(app);
	expect(await readProgress(owner)).toEqual({ ...before, hasDocument: true, hasForm: true });

	const newer = await createApp(owner);
	expect(await readProgress(owner)).toMatchObject({ appId: newer.appId, hasDocument: true });
	await trashApp(owner, newer.appId);

	await deleteDocument(app, document.id);
	expect(await readProgress(owner)).toEqual({ ...before, hasForm: true });
	await deleteForm(app, form.id);
	expect(await readProgress(owner)).toEqual(before);
});

test("what is in a trashed app, or another owner's, doesn't count", async () => {
	const owner = await createUser({ plan: "pro" });
	const app = await createApp(owner);
	await createDocument(app);
	await createForm(app);
	await trashApp(owner, app.appId);
	expect(await readProgress(owner)).toMatchObject(nothing);

	const other = await createUser({ plan: "pro" });
	const theirs = await createApp(other);
	await createDocument(theirs);
	expect(await readProgress(owner)).toMatchObject(nothing);
});

import { describe, expect, test } from "vitest";
import { resolveApp, resolveDocument, resolveForm } from "#app/addresses/address.server.ts";
import { restore } from "#app/admin/administration.server.ts";
import { COMMAND_LINE } from "#app/admin/audit.server.ts";
import { trashApp } from "#app/apps/app.server.ts";
import { listApps } from "#app/apps/app-list.sql.ts";
import { restoreApp } from "#app/apps/app-restoration.server.ts";
import { readForm } from "#app/forms/form.server.ts";
import { type Dump, dumpDatabase } from "../../kit/dump.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { withoutChange } from "../../kit/rows.ts";
import { createApp } from "../../kit/world/app.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createForm } from "../../kit/world/form.ts";
import { createUser } from "../../kit/world/user.ts";
import { databaseFile } from "../../kit/world/world.ts";

async function trashed(name = "Pocket Garden") {
	const user = await createUser({ plan: "pro" });
	const app = await createApp(user, name);
	const document = await createDocument(app);
	const form = await createForm(app, { title: "Contact" });
	await trashApp(user, app.appId);
	return { user, app, document, form, account: user.accountName ?? "" };
}

describe("a restored app", () => {
	test("is back at its addresses with its documents and forms", async () => {
		const { user, app, document, form, account } = await trashed();
		const before = dumpDatabase(databaseFile);
		expect(await restoreApp(COMMAND_LINE, app.appId)).toEqual({
			name: "Pocket Garden",
			ownerEmail: user.email,
			renamed: null,
			moved: null,
			renamedForms: [],
		});
		expect(await resolveDocument(account, "pocket-garden", document.slug)).toMatchObject({
			outcome: "found",
		});
		expect(await resolveForm(account, "pocket-garden", form.slug)).toMatchObject({
			outcome: "found",
			page: { title: "Contact" },
		});
		expect((await listApps(user)).map(({ id }) => id)).toEqual([app.appId]);
		await trashApp(user, app.appId);
		// The times and the log aside, the trash holds what it held before.
		const withoutTimes = ({ AuditEntry: _, ...dump }: Dump) =>
			Object.entries(dump).map(([table, rows]) => [
				table,
				rows.map((row) => row.replace(/"(updatedAt|deletedAt|createdAt)":"[^"]*"/g, "")),
			]);
		expect(withoutTimes(dumpDatabase(databaseFile))).toEqual(withoutTimes(before));
	});

	test("that is active changes nothing", async () => {
		const { app } = await trashed();
		await restoreApp(COMMAND_LINE, app.appId);
		expect(await withoutChange(() => restoreApp(COMMAND_LINE, app.appId))).toMatchObject({
			name: "Pocket Garden",
			renamed: null,
		});
	});

	test("takes the next free name and address where they were given away", async () => {
		const { user, app, account } = await trashed();
		const second = await createApp(user, "Pocket Garden");
		await createApp(user, "Pocket Garden-1");
		expect(await restoreApp(COMMAND_LINE, app.appId)).toMatchObject({
			name: "Pocket Garden-2",
			renamed: { from: "Pocket Garden", to: "Pocket Garden-2" },
			moved: { from: "pocket-garden", to: "pocket-garden-2" },
		});
		expect(await resolveApp(account, "pocket-garden")).toMatchObject({
			outcome: "found",
			page: { name: "Pocket Garden" },
		});
		expect(await resolveApp(account, "pocket-garden-2")).toMatchObject({ outcome: "found" });
		await trashApp(user, second.appId);
		// Nobody has the earlier address now, and the app that was there last is gone.
		expect(await resolveApp(account, "pocket-garden")).toMatchObject({ outcome: "gone" });
	});

	test("keeps its name where only the address was given away", async () => {
		const { user, app } = await trashed("My app");
		await createApp(user, "My-App");
		expect(await restoreApp(COMMAND_LINE, app.appId)).toMatchObject({
			name: "My app",
			renamed: null,
			moved: { from: "my-app", to: "my-app-1" },
		});
	});

	test("with a name of full length and a rival is still found a free one", async () => {
		const name = "ﬁ".repeat(60);
		const { user, app } = await trashed(name);
		await createApp(user, name);
		const restored = await restoreApp(COMMAND_LINE, app.appId);
		expect(restored.name).toBe(`${"ﬁ".repeat(58)}-1`);
		expect(restored.moved?.to).toMatch(/-1$/);
	});

	test("gives a form another title where its own was given away, and the address stays", async () => {
		const { user, app, form, account } = await trashed();
		const other = await createApp(user, "Tide Clock");
		await createForm(other, { title: "contact" });
		expect(await restoreApp(COMMAND_LINE, app.appId)).toMatchObject({
			renamedForms: [{ from: "Contact", to: "Contact-1" }],
		});
		expect(await readForm(app, form.id)).toMatchObject({ title: "Contact-1" });
		expect(await resolveForm(account, "pocket-garden", form.slug)).toMatchObject({
			outcome: "found",
		});
	});
});

describe("the plan's room", () => {
	async function fullFreeAccount() {
		const user = await createUser();
		const app = await createApp(user, "First");
		await trashApp(user, app.appId);
		await createApp(user, "Second");
		return { user, app };
	}

	test("holds for a restored app as for a new one", async () => {
		const { user, app } = await fullFreeAccount();
		const third = await createApp(user, "Third");
		const refusal = await withoutChange(() => refusalOf(restoreApp(COMMAND_LINE, app.appId)));
		expect(refusal.message).toBe(
			`The plan of ${user.email} allows 2 apps, and the account has 2. The app stays in the trash until there is room.`,
		);
		await trashApp(user, third.appId);
		await restoreApp(COMMAND_LINE, app.appId);
		expect(await listApps(user)).toHaveLength(2);
	});

	test("is counted in the transaction: restoring and creating at once make no third app", async () => {
		const { user, app } = await fullFreeAccount();
		const outcomes = await Promise.allSettled([
			restoreApp(COMMAND_LINE, app.appId),
			createApp(user, "Third"),
		]);
		expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
		expect(await listApps(user)).toHaveLength(2);
	});
});

test("the operator reads what happened in sentences", async () => {
	const { user, app } = await trashed();
	const other = await createApp(user, "Pocket Garden");
	await createForm(other, { title: "Contact" });
	expect(await restore(app.appId)).toBe(
		`Pocket Garden-1 of ${user.email} is back. The name "Pocket Garden" was taken in the meantime. The address with pocket-garden was taken, so it now has pocket-garden-1. The form "Contact" is now called "Contact-1".`,
	);
});

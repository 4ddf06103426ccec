import { beforeEach, describe, expect, test } from "vitest";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { countPublished } from "#app/accounts/published.sql.ts";
import { resolveApp, resolveForm, resolveOldForm } from "#app/addresses/address.server.ts";
import { listContent } from "#app/admin/content-administration.server.ts";
import { trashApp } from "#app/apps/app.server.ts";
import { listApps } from "#app/apps/app-list.sql.ts";
import { restoreOwnApp } from "#app/apps/app-restoration.server.ts";
import { readProgress } from "#app/apps/progress.sql.ts";
import {
	closeDeletionPage,
	findDeletionPage,
	reopenDeletionPage,
	saveDeletionPage,
} from "#app/deletion-requests/deletion-page.server.ts";
import { requestNumberOf, statusUrl } from "#app/deletion-requests/status-link.server.ts";
import { countForms, listForms, readForm } from "#app/forms/form.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { ChangedMeanwhile } from "#app/platform/revision.ts";
import { outcomeOf } from "../../kit/outcome.ts";
import { refusalOf } from "../../kit/refusal.ts";
import { withoutChange } from "../../kit/rows.ts";
import { createAdmin } from "../../kit/world/admin.ts";
import { createApp } from "../../kit/world/app.ts";
import { deletionTexts, openDeletionPage } from "../../kit/world/deletion.ts";
import { createDocument } from "../../kit/world/document.ts";
import { createUser, type TestUser } from "../../kit/world/user.ts";

let user: TestUser;
let app: AppAccess;

beforeEach(async () => {
	user = await createUser();
	app = await createApp(user, "Pocket Garden");
});

describe("saving the deletion page", () => {
	test("opens it on Free, with the form that holds its requests", async () => {
		expect(await findDeletionPage(app)).toBeNull();
		const page = await openDeletionPage(app, { identifierLabel: "User name", offersPart: true });
		expect(page).toMatchObject({ isOpen: true, revision: 1, days: 30 });
		const form = await db.form.findUniqueOrThrow({ where: { id: page.formId } });
		const ids = (JSON.parse(form.fields) as { id: string }[]).map(({ id }) => id);
		expect(form).toMatchObject({ kind: "deletion", slug: "~deletion" });
		expect(ids).toEqual(["scope", "email", "identifier", "note"]);
	});

	test("stores a change over the revision that it began from, and nothing over another", async () => {
		const { formId } = await openDeletionPage(app);
		const change = deletionTexts({ kept: "Nothing.", identifierLabel: "Nick", revision: 1 });
		expect(await saveDeletionPage(app, change)).toBe(2);
		expect(await findDeletionPage(app)).toMatchObject({ kept: "Nothing.", revision: 2 });
		const form = await db.form.findUniqueOrThrow({ where: { id: formId } });
		expect(form.fields).toContain("Nick");
		await withoutChange(async () => {
			const late = saveDeletionPage(app, deletionTexts({ kept: "All of it.", revision: 1 }));
			expect(await refusalOf(late)).toBeInstanceOf(ChangedMeanwhile);
			// The same texts again are no conflict: a second press.
			expect(await saveDeletionPage(app, change)).toBe(2);
		});
	});

	test("by two first presses at once makes one page", async () => {
		const saves = Array.from({ length: 8 }, () => saveDeletionPage(app, deletionTexts()));
		expect(await Promise.all(saves)).toEqual(Array(8).fill(1));
	});

	test("is refused while a document has its address since before the word was reserved", async () => {
		const { id } = await createDocument(app, { title: "How to delete" });
		await transaction((tx) => tx.document.update({ where: { id }, data: { slug: "deletion" } }));
		const refusal = await refusalOf(saveDeletionPage(app, deletionTexts()));
		expect(refusal.message).toContain("another address");
		expect(await findDeletionPage(app)).toBeNull();
	});
});

test("closing and opening the page again keep its texts, and doing it twice is the same", async () => {
	expect(await closeDeletionPage(app)).toBe(false);
	const { formId } = await openDeletionPage(app);
	expect([await closeDeletionPage(app), await closeDeletionPage(app)]).toEqual([true, true]);
	expect(await findDeletionPage(app)).toMatchObject({ isOpen: false, revision: 1 });
	expect(await db.form.findUnique({ where: { id: formId } })).toMatchObject({
		closedAt: expect.any(Date),
	});
	// Saving leaves it closed.
	await saveDeletionPage(app, deletionTexts({ kept: "Nothing.", revision: 1 }));
	expect(await findDeletionPage(app)).toMatchObject({ isOpen: false, revision: 2 });
	expect([await reopenDeletionPage(app), await reopenDeletionPage(app)]).toEqual([true, true]);
	expect(await findDeletionPage(app)).toMatchObject({ isOpen: true, kept: "Nothing." });
});

test("its form is in no list and no count, and has no page of its own", async () => {
	const admin = await createAdmin();
	const { formId } = await openDeletionPage(app);
	const account = user.accountName ?? "";
	expect(await listForms(app)).toEqual([]);
	expect(countForms(app)).toBe(0);
	expect(await readForm(app, formId)).toBeNull();
	expect((await countPublished(user)).forms).toBe(0);
	expect((await readProgress(user)).hasForm).toBe(false);
	expect(await listApps(user)).toMatchObject([{ formCount: 0, forms: [] }]);
	const { rows } = await listContent(admin, "forms", null);
	expect(rows.map(({ id }) => id)).not.toContain(formId);
	expect(await resolveApp(account, app.app.slug)).toMatchObject({ page: { forms: [] } });
	for (const slug of ["~deletion", "deletion"]) {
		expect(outcomeOf(await resolveForm(account, app.app.slug, slug))).toBe("missing");
	}
	expect(outcomeOf(await resolveOldForm(app.appId, formId))).toBe("missing");
});

test("an app that comes back from the trash has its page as it was", async () => {
	const before = await openDeletionPage(app);
	const form = () => db.form.findUnique({ where: { id: before.formId } });
	const formBefore = await form();
	await trashApp(user, app.appId);
	expect(await findDeletionPage(app)).toBeNull();
	await restoreOwnApp(user, app.appId);
	expect(await findDeletionPage(app)).toEqual(before);
	expect(await form()).toEqual(formBefore);
});

test("a status address names its request, and no altered one does", () => {
	const token = statusUrl(12).split("/").at(-1) ?? "";
	expect(requestNumberOf(token)).toBe(12);
	const altered = [token.replace("12.", "13."), token.slice(0, -1), `${token}0`, "", "12.", "12"];
	expect(altered.map(requestNumberOf)).toEqual(altered.map(() => null));
});

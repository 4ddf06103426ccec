import type { AppAccess } from "#app/accounts/access.server.ts";
import { untombstone } from "#app/addresses/alias.server.ts";
import { firstFree, type Renaming, renaming, uniqueSlug } from "#app/addresses/slug.ts";
import { isSlugTaken, isTakenInAccount } from "#app/addresses/taken.sql.ts";
import { requireActiveApp } from "#app/apps/app.server.ts";
import { requirePro } from "#app/billing/plan.server.ts";
import { freshenSubscription } from "#app/billing/subscription.server.ts";
import { db, transaction } from "#app/platform/db/db.server.ts";
import { rangeOf } from "#app/platform/db/page.ts";
import { FORMS_A_PAGE } from "./form.server.ts";
import { FORM_TITLE_MAX, formTitleKey } from "./form-rules.ts";

/**
 * Returns a page, counted from 1, of an app's deleted forms, last deleted first. `hasMore` says
 * whether there are older ones.
 */
export async function listDeletedForms({ appId, userId }: AppAccess, page: number) {
	const range = rangeOf(page, FORMS_A_PAGE);
	const found = await db.form.findMany({
		where: { appId, userId, kind: "support", deletedAt: { not: null } },
		...range,
		take: range.take + 1,
		orderBy: [{ deletedAt: "desc" }, { id: "desc" }],
		select: { id: true, title: true, deletedAt: true },
	});
	return { rows: found.slice(0, range.take), hasMore: found.length > range.take };
}

/**
 * Brings a deleted form back to its address. A title or an address that another form has now gets
 * the next free suffix. Restoring an active form changes nothing. Returns its title and what
 * changed, or null for an unknown form. Throws Refusal without Pro.
 */
export async function restoreForm(
	access: AppAccess,
	formId: string,
): Promise<{ title: string; moved: Renaming | null; renamed: Renaming | null } | null> {
	await freshenSubscription(access);
	return transaction(async (tx) => {
		await requireActiveApp(tx, access);
		const own = { id: formId, appId: access.appId, userId: access.userId, kind: "support" };
		const form = await tx.form.findFirst({
			where: own,
			select: { title: true, slug: true, deletedAt: true },
		});
		if (!form) return null;
		if (!form.deletedAt) return { title: form.title, moved: null, renamed: null };
		await requirePro(tx, access);
		const title = firstFree(form.title, FORM_TITLE_MAX, (one) =>
			isTakenInAccount(tx, access.userId, "formTitle", formTitleKey(one)),
		);
		const former = untombstone(form.slug, formId);
		const slug = uniqueSlug(former, (one) => isSlugTaken(tx, "Form", { ...access, slug: one }));
		await tx.form.update({
			where: own,
			data: { title, titleKey: formTitleKey(title), slug, deletedAt: null },
		});
		return { title, moved: renaming(former, slug), renamed: renaming(form.title, title) };
	});
}

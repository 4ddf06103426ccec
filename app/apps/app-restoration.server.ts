import { type AdminAccess, requireRoleNow, type UserAccess } from "#app/accounts/access.server.ts";
import { MAY_CHANGE_ACCOUNTS } from "#app/accounts/admin-role.ts";
import { untombstone } from "#app/addresses/alias.server.ts";
import { firstFree, type Renaming, renaming, tellMoved, uniqueSlug } from "#app/addresses/slug.ts";
import { isTakenInAccount } from "#app/addresses/taken.sql.ts";
import { type Actor, recordAct } from "#app/admin/audit.server.ts";
import { freshenSubscription } from "#app/billing/subscription.server.ts";
import { FORM_TITLE_MAX, formTitleKey } from "#app/forms/form-rules.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { rangeOf } from "#app/platform/db/page.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { countRoom, refuseOverLimit } from "./app.server.ts";
import { APP_NAME_MAX } from "./app-limit.ts";
import { appNameKey } from "./schema.ts";

export const DELETED_APPS_A_PAGE = 50;

export type RestoredApp = {
	name: string;
	ownerEmail: string;
	/** Null if the app has its old name back. */
	renamed: Renaming | null;
	/** Null if the app has its old slug back, and so its old address. */
	moved: Renaming | null;
	renamedForms: Renaming[];
};

/**
 * Brings any account's app back from the trash, with everything in it. Only administrators may. A
 * name, slug or form title that the owner has used again since then gets the next free suffix -1,
 * -2, … Restoring an active app changes nothing. Throws Refusal: the role is missing, the app is
 * unknown or its account deleted (404), or the plan's app limit is reached.
 */
export async function restoreApp(actor: AdminAccess | Actor, appId: string): Promise<RestoredApp> {
	const owner = await db.app.findUnique({ where: { id: appId }, select: { userId: true } });
	if (owner) await freshenSubscription(owner);
	return transaction(async (tx) => {
		// The command line needs no role.
		if ("adminRole" in actor) await requireRoleNow(tx, actor, MAY_CHANGE_ACCOUNTS);
		const app = await tx.app.findUnique({
			where: { id: appId, user: { deletedAt: null } },
			select: trashedColumns,
		});
		if (!app) throw new Refusal(`There is no app with the id ${appId}.`, { status: 404 });
		if (!app.deletedAt) return unchanged(app);
		await refuseWithoutRoom(tx, { userId: app.userId, email: app.user.email });
		const restored = await bringBack(tx, app);
		await recordAct(tx, actor, {
			action: "restore_app",
			targetType: "app",
			targetId: appId,
			summary: `Restored an app from the trash. ${tellRestored(restored)}`,
		});
		return restored;
	});
}

/**
 * Brings the owner's app back from the trash, as restoreApp() does. Returns null for an unknown
 * app. Throws Refusal if the plan's app limit is reached.
 */
export async function restoreOwnApp(
	access: UserAccess,
	appId: string,
): Promise<RestoredApp | null> {
	await freshenSubscription(access);
	return transaction(async (tx) => {
		const app = await tx.app.findUnique({
			where: { id: appId, userId: access.userId },
			select: trashedColumns,
		});
		if (!app?.deletedAt) return app && unchanged(app);
		await refuseOverLimit(tx, access);
		return bringBack(tx, app);
	});
}

/** Returns a page, counted from 1, of the owner's apps in the trash, last deleted first. */
export function listDeletedApps({ userId }: UserAccess, page: number) {
	return db.app.findMany({
		where: { userId, deletedAt: { not: null } },
		...rangeOf(page, DELETED_APPS_A_PAGE),
		orderBy: [{ deletedAt: "desc" }, { id: "desc" }],
		select: { id: true, name: true, deletedAt: true },
	});
}

const trashedColumns = {
	id: true,
	userId: true,
	name: true,
	slug: true,
	deletedAt: true,
	user: { select: { email: true } },
} as const;

type TrashedApp = {
	id: string;
	userId: string;
	name: string;
	slug: string;
	user: { email: string };
};

function unchanged({ name, user }: TrashedApp): RestoredApp {
	return { name, ownerEmail: user.email, renamed: null, moved: null, renamedForms: [] };
}

async function bringBack(tx: Transaction, app: TrashedApp): Promise<RestoredApp> {
	const { id, userId } = app;
	const slug = untombstone(app.slug, id);
	const free = freeAddress(tx, userId, { name: app.name, slug });
	await tx.app.update({
		where: { id, userId },
		data: { ...free, deletedAt: null, updatedAt: clock.now() },
	});
	return {
		name: free.name,
		ownerEmail: app.user.email,
		renamed: renaming(app.name, free.name),
		moved: renaming(slug, free.slug),
		renamedForms: await restoreTitles(tx, userId, id),
	};
}

/** Returns sentences for administrators about the restored app. */
export function tellRestored(restored: RestoredApp): string {
	return [`${restored.name} of ${restored.ownerEmail} is back.`, ...tellRenamed(restored)].join(
		" ",
	);
}

/** Returns a sentence for everything of a restored app that got a new name. */
export function tellRenamed({ renamed, moved, renamedForms }: RestoredApp): string[] {
	return [
		...(renamed ? [`The name "${renamed.from}" was taken in the meantime.`] : []),
		...(moved ? [tellMoved(moved)] : []),
		...renamedForms.map(({ from, to }) => `The form "${from}" is now called "${to}".`),
	];
}

async function refuseWithoutRoom(
	tx: Transaction,
	owner: { userId: string; email: string },
): Promise<void> {
	const { apps, appLimit, isFull } = await countRoom(tx, owner);
	if (!isFull) return;
	throw new Refusal(
		`The plan of ${owner.email} allows ${appLimit} apps, and the account has ${apps}. The app stays in the trash until there is room.`,
		{ title: "No room in the plan" },
	);
}

/** Returns the app's old name and slug, each with a suffix if it is taken. */
function freeAddress(
	tx: Transaction,
	userId: string,
	wanted: { name: string; slug: string },
): { name: string; nameKey: string; slug: string } {
	const isTaken = (what: "appName" | "appSlug", key: string) =>
		isTakenInAccount(tx, userId, what, key);
	const name = firstFree(wanted.name, APP_NAME_MAX, (one) => isTaken("appName", appNameKey(one)));
	const slug = uniqueSlug(wanted.slug, (one) => isTaken("appSlug", one));
	return { name, nameKey: appNameKey(name), slug };
}

/** Gives the forms their titles back, which trashApp() released. Returns those that changed. */
async function restoreTitles(tx: Transaction, userId: string, appId: string): Promise<Renaming[]> {
	const forms = await tx.form.findMany({
		where: { appId, userId, kind: "support", deletedAt: null },
		select: { id: true, title: true },
		orderBy: { createdAt: "asc" },
	});
	const isTaken = (title: string) => isTakenInAccount(tx, userId, "formTitle", formTitleKey(title));
	const renamed: Renaming[] = [];
	for (const { id, title } of forms) {
		const free = firstFree(title, FORM_TITLE_MAX, isTaken);
		const data = { title: free, titleKey: formTitleKey(free) };
		await tx.form.update({ where: { id, userId, kind: "support" }, data });
		if (free !== title) renamed.push({ from: title, to: free });
	}
	return renamed;
}

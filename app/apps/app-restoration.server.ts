import { type AdminAccess, requireRoleNow } from "#app/accounts/access.server.ts";
import { MAY_CHANGE_ACCOUNTS } from "#app/accounts/admin-role.ts";
import { untombstone } from "#app/addresses/alias.server.ts";
import { uniqueSlug } from "#app/addresses/slug.ts";
import { isTakenInAccount } from "#app/addresses/taken.sql.ts";
import { type Actor, recordAct } from "#app/admin/audit.server.ts";
import { freshenSubscription } from "#app/billing/subscription.server.ts";
import { FORM_TITLE_MAX, formTitleKey } from "#app/forms/form-rules.ts";
import { clock } from "#app/platform/clock.server.ts";
import { db, type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { countRoom } from "./app.server.ts";
import { APP_NAME_MAX } from "./app-limit.ts";
import { appNameKey } from "./schema.ts";

/** A name, slug or title that was taken in the meantime, and its replacement. */
type Renaming = { from: string; to: string };

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
 * Brings an app back from the trash, with everything in it. Only administrators may. A name, slug
 * or form title that the owner has used again since then gets the next free suffix -1, -2, …
 * Restoring an active app changes nothing. Throws Refusal: the role is missing, the app is unknown
 * or its account deleted (404), or the plan's app limit is reached.
 */
export async function restoreApp(actor: AdminAccess | Actor, appId: string): Promise<RestoredApp> {
	const owner = await db.app.findUnique({ where: { id: appId }, select: { userId: true } });
	if (owner) await freshenSubscription(owner);
	return transaction(async (tx) => {
		// The command line needs no role.
		if ("adminRole" in actor) await requireRoleNow(tx, actor, MAY_CHANGE_ACCOUNTS);
		const app = await tx.app.findUnique({
			where: { id: appId, user: { deletedAt: null } },
			select: {
				userId: true,
				name: true,
				slug: true,
				deletedAt: true,
				user: { select: { email: true } },
			},
		});
		if (!app) throw new Refusal(`There is no app with the id ${appId}.`, { status: 404 });
		const { userId } = app;
		const answer = { name: app.name, ownerEmail: app.user.email };
		if (!app.deletedAt) return { ...answer, renamed: null, moved: null, renamedForms: [] };
		await refuseWithoutRoom(tx, { userId, email: app.user.email });
		const slug = untombstone(app.slug, appId);
		const free = freeAddress(tx, userId, { name: app.name, slug });
		await tx.app.update({
			where: { id: appId, userId },
			data: { ...free, deletedAt: null, updatedAt: clock.now() },
		});
		const restored = {
			...answer,
			name: free.name,
			renamed: renaming(app.name, free.name),
			moved: renaming(slug, free.slug),
			renamedForms: await restoreTitles(tx, userId, appId),
		};
		await recordAct(tx, actor, {
			action: "restore_app",
			targetType: "app",
			targetId: appId,
			summary: `Restored an app from the trash. ${tellRestored(restored)}`,
		});
		return restored;
	});
}

/** Returns sentences that name the restored app and everything that got a new name. */
export function tellRestored(restored: RestoredApp): string {
	const { name, ownerEmail, renamed, moved, renamedForms } = restored;
	const renamings = [
		...(renamed ? [`The name "${renamed.from}" was taken in the meantime.`] : []),
		...(moved ? [`The address with ${moved.from} was taken, so it now has ${moved.to}.`] : []),
		...renamedForms.map(({ from, to }) => `The form "${from}" is now called "${to}".`),
	];
	return [`${name} of ${ownerEmail} is back.`, ...renamings].join(" ");
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
		where: { appId, userId, deletedAt: null },
		select: { id: true, title: true },
		orderBy: { createdAt: "asc" },
	});
	const isTaken = (title: string) => isTakenInAccount(tx, userId, "formTitle", formTitleKey(title));
	const renamed: Renaming[] = [];
	for (const { id, title } of forms) {
		const free = firstFree(title, FORM_TITLE_MAX, isTaken);
		const data = { title: free, titleKey: formTitleKey(free) };
		await tx.form.update({ where: { id, userId }, data });
		if (free !== title) renamed.push({ from: title, to: free });
	}
	return renamed;
}

/** Returns the text, or the first free of text-1, text-2, …, cut to `max` characters. */
function firstFree(text: string, max: number, isTaken: (candidate: string) => boolean): string {
	if (!isTaken(text)) return text;
	for (let n = 1; ; n += 1) {
		const suffix = `-${n}`;
		const start = [...text].slice(0, max - suffix.length);
		const candidate = start.join("").trimEnd() + suffix;
		if (!isTaken(candidate)) return candidate;
	}
}

function renaming(from: string, to: string): Renaming | null {
	return from === to ? null : { from, to };
}

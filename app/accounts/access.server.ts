import { openAccount } from "#app/addresses/visibility.ts";
import { db, type Transaction } from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { type AdminRole, isAdminRole } from "./admin-role.ts";

/**
 * Who asks, proved by middleware. Model verbs take an access value first and put its ids into
 * every `where`, so that one person's request cannot reach another's rows.
 */
export type UserAccess = {
	userId: string;
	email: string;
	accountName: string | null;
	adminRole: string | null;
	sessionId: string;
};

/** An administrator of the site: what they may do depends on the role. */
export type AdminAccess = UserAccess & { adminRole: AdminRole };

/** A user, and one of their active apps. */
export type AppAccess = UserAccess & { appId: string; app: { name: string; slug: string } };

/** The access of an administrator, or null for everybody else. */
export function accessToAdministrate(access: UserAccess): AdminAccess | null {
	const { adminRole } = access;
	return isAdminRole(adminRole) ? { ...access, adminRole } : null;
}

/**
 * Refuses, within the transaction of an act, an administrator whose role doesn't allow it or who
 * is none any more. Throws Refusal.
 */
export async function requireRoleNow(
	tx: Transaction,
	access: Pick<AdminAccess, "userId">,
	roles: AdminRole[],
): Promise<AdminRole> {
	const actor = await tx.user.findUnique({
		where: { id: access.userId, ...openAccount },
		select: { adminRole: true },
	});
	const role = actor?.adminRole ?? null;
	if (isAdminRole(role) && roles.includes(role)) return role;
	throw new Refusal("Your role does not allow this. Nothing was changed.", { status: 403 });
}

/** Whether an account is a super admin's, and nobody else who can sign in is one. */
export async function isLastSuperAdmin(tx: Transaction, userId: string): Promise<boolean> {
	const superAdmins = { adminRole: "super_admin" } as const;
	const isOne = (await tx.user.count({ where: { id: userId, ...superAdmins } })) > 0;
	if (!isOne) return false;
	const others = { id: { not: userId }, ...superAdmins, ...openAccount };
	return (await tx.user.count({ where: others })) === 0;
}

/** The access to one's own active app, or null: another's app and none look the same. */
export async function accessToApp(access: UserAccess, appId: string): Promise<AppAccess | null> {
	const app = await db.app.findFirst({
		where: { id: appId, userId: access.userId, deletedAt: null },
		select: { id: true, name: true, slug: true },
	});
	return app && { ...access, appId: app.id, app: { name: app.name, slug: app.slug } };
}

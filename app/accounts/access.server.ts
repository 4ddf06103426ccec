import { openAccount } from "#app/addresses/visibility.ts";
import { db, type Transaction } from "#app/platform/db/db.server.ts";
import { logEvent } from "#app/platform/log.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { type AdminRole, isAdminRole } from "./admin-role.ts";

/**
 * Who makes a request, as proved by middleware. Functions that touch data take it first and put
 * its ids into every `where`, so that one person's request cannot reach another's rows.
 */
export type UserAccess = {
	userId: string;
	email: string;
	accountName: string | null;
	adminRole: string | null;
	sessionId: string;
};

/** An administrator of the site. The role decides what they may do. */
export type AdminAccess = UserAccess & { adminRole: AdminRole };

/** A user, and one of their active apps. */
export type AppAccess = UserAccess & { appId: string; app: { name: string; slug: string } };

/** Returns the access of an administrator, or null for everybody else. */
export function accessToAdministrate(access: UserAccess): AdminAccess | null {
	const { adminRole } = access;
	return isAdminRole(adminRole) ? { ...access, adminRole } : null;
}

/**
 * Reads an administrator's present role within the caller's transaction and returns it. Throws
 * Refusal (403) unless it is one of `roles`.
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
	logEvent("role refused", { userId: access.userId, role });
	throw new Refusal("Your role does not allow this. Nothing was changed.", { status: 403 });
}

/** Whether an account is a super admin's and no other super admin can sign in. */
export async function isLastSuperAdmin(tx: Transaction, userId: string): Promise<boolean> {
	const superAdmins = { adminRole: "super_admin" } as const;
	const isOne = (await tx.user.count({ where: { id: userId, ...superAdmins } })) > 0;
	if (!isOne) return false;
	const canSignIn = { ...openAccount, emailConfirmedAt: { not: null } };
	const others = { id: { not: userId }, ...superAdmins, ...canSignIn };
	return (await tx.user.count({ where: others })) === 0;
}

/** Returns the access to one's own active app, or null if it is another's or doesn't exist. */
export async function accessToApp(access: UserAccess, appId: string): Promise<AppAccess | null> {
	const app = await db.app.findFirst({
		where: { id: appId, userId: access.userId, deletedAt: null },
		select: { id: true, name: true, slug: true },
	});
	return app && { ...access, appId: app.id, app: { name: app.name, slug: app.slug } };
}

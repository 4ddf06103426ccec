import { type AdminAccess, isLastSuperAdmin, requireRoleNow } from "#app/accounts/access.server.ts";
import {
	ADMIN_ROLES,
	type AdminRole,
	isAdminRole,
	MAY_CHANGE_ACCOUNTS,
	MAY_CHANGE_ROLES,
	ROLE_NAMES,
} from "#app/accounts/admin-role.ts";
import { restoreApp, tellRestored } from "#app/apps/app-restoration.server.ts";
import { PLAN_IDS, PLANS, type PlanId } from "#app/billing/plan.ts";
import type { Prisma } from "#app/generated/prisma/client.ts";
import { clock } from "#app/platform/clock.server.ts";
import { type Transaction, transaction } from "#app/platform/db/db.server.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { type Act, type Actor, COMMAND_LINE, recordAct } from "./audit.server.ts";

const accountColumns = {
	id: true,
	email: true,
	adminRole: true,
	grantedPlan: true,
	suspendedAt: true,
} as const;

type Account = Prisma.UserGetPayload<{ select: typeof accountColumns }>;

/**
 * Suspends an account: its sessions end, nobody can sign in to it, and its pages, forms and
 * conversations are not found. Suspending twice changes nothing. Throws Refusal when the role does
 * not allow it, for one's own account, and, except to super admins, for an administrator's.
 */
export async function suspendUser(
	access: AdminAccess,
	userId: string,
	reason: string,
): Promise<void> {
	await transaction(async (tx) => {
		const account = await readAccount(tx, access, userId, MAY_CHANGE_ACCOUNTS);
		if (userId === access.userId) {
			throw new Refusal("You can't suspend yourself. Nothing was changed.", { status: 403 });
		}
		if (account.suspendedAt) return;
		await tx.session.deleteMany({ where: { userId } });
		await change(tx, access, account, {
			data: { suspendedAt: clock.now() },
			action: "suspend_user",
			summary: `Suspended ${account.email}: ${reason}`,
		});
	});
}

/** Lifts a suspension. Throws Refusal when the role does not allow it. */
export async function liftSuspension(
	access: AdminAccess,
	userId: string,
	reason: string,
): Promise<void> {
	await transaction(async (tx) => {
		const account = await readAccount(tx, access, userId, MAY_CHANGE_ACCOUNTS);
		if (!account.suspendedAt) return;
		await change(tx, access, account, {
			data: { suspendedAt: null },
			action: "lift_suspension",
			summary: `Lifted the suspension of ${account.email}: ${reason}`,
		});
	});
}

/** Grants a plan, whatever the account pays for; "free" removes the grant. Throws Refusal. */
export async function setPlan(access: AdminAccess, userId: string, plan: PlanId): Promise<void> {
	await transaction(async (tx) => {
		const account = await readAccount(tx, access, userId, MAY_CHANGE_ACCOUNTS);
		await storePlan(tx, access, account, plan);
	});
}

/** Grants a role; null removes it. Throws Refusal for all but super admins, and for oneself. */
export async function setRole(
	access: AdminAccess,
	userId: string,
	role: AdminRole | null,
): Promise<void> {
	await transaction(async (tx) => {
		const account = await readAccount(tx, access, userId, MAY_CHANGE_ROLES);
		if (userId === access.userId) {
			throw new Refusal("You can't change your own role. Please ask another super admin.", {
				status: 403,
			});
		}
		await storeRole(tx, access, account, role);
	});
}

/** Grants a role and returns a confirmation. Throws an Error that says what is wrong. */
export async function grantRole(email: string, role: string): Promise<string> {
	if (!isAdminRole(role)) {
		throw new Error(`"${role}" is not a role. The roles are ${ADMIN_ROLES.join(", ")}.`);
	}
	await transaction(async (tx) => {
		await storeRole(tx, COMMAND_LINE, await readAccountByEmail(tx, email), role);
	});
	return `${email} is ${role} now.`;
}

/** Grants a plan and returns a confirmation. Throws an Error that says what is wrong. */
export async function grantPlan(email: string, plan: string): Promise<string> {
	if (!isPlan(plan)) {
		throw new Error(`"${plan}" is not a plan. The plans are ${PLAN_IDS.join(", ")}.`);
	}
	await transaction(async (tx) => {
		await storePlan(tx, COMMAND_LINE, await readAccountByEmail(tx, email), plan);
	});
	return `${email} is on the ${PLANS[plan].name} plan now.`;
}

/** Restores an app from the trash. Throws a Refusal that says what is wrong. */
export async function restore(appId: string): Promise<string> {
	return tellRestored(await restoreApp(COMMAND_LINE, appId));
}

async function readAccount(
	tx: Transaction,
	access: AdminAccess,
	userId: string,
	roles: AdminRole[],
): Promise<Account> {
	const role = await requireRoleNow(tx, access, roles);
	const account = await tx.user.findUnique({
		where: { id: userId, deletedAt: null },
		select: accountColumns,
	});
	if (!account) {
		throw new Refusal("There is no such account. It may have been deleted.", { status: 404 });
	}
	// Otherwise an admin could suspend the super admins who can remove the admin's role.
	if (account.adminRole !== null && userId !== access.userId && role !== "super_admin") {
		throw new Refusal(
			"This is an administrator's account, which only a super admin may change. Nothing was changed.",
			{ status: 403 },
		);
	}
	return account;
}

async function readAccountByEmail(tx: Transaction, email: string): Promise<Account> {
	const account = await tx.user.findUnique({
		where: { email: email.trim().toLowerCase(), deletedAt: null },
		select: accountColumns,
	});
	if (!account) throw new Error(`There is no account with the address ${email}.`);
	return account;
}

async function storePlan(
	tx: Transaction,
	actor: Actor,
	account: Account,
	plan: PlanId,
): Promise<void> {
	const grantedPlan = plan === "free" ? null : plan;
	if (account.grantedPlan === grantedPlan) return;
	await change(tx, actor, account, {
		data: { grantedPlan },
		action: "grant_plan",
		summary: grantedPlan
			? `Gave ${account.email} the ${PLANS[plan].name} plan.`
			: `Removed the given plan of ${account.email}.`,
	});
}

/** Throws Refusal when no super admin would be left. */
async function storeRole(
	tx: Transaction,
	actor: Actor,
	account: Account,
	role: AdminRole | null,
): Promise<void> {
	if (account.adminRole === role) return;
	if (await isLastSuperAdmin(tx, account.id)) {
		throw new Refusal(
			"This is the last super admin. Please make another account a super admin first.",
			{ status: 409 },
		);
	}
	await change(tx, actor, account, {
		data: { adminRole: role },
		action: "grant_role",
		summary: role
			? `Made ${account.email} ${ROLE_NAMES[role]}.`
			: `Removed the role of ${account.email}.`,
	});
}

/** Stores a change of an account, and writes it to the audit log. */
async function change(
	tx: Transaction,
	actor: Actor,
	{ id }: Account,
	{ data, ...act }: { data: Prisma.UserUpdateInput } & Pick<Act, "action" | "summary">,
): Promise<void> {
	await tx.user.update({ where: { id }, data: { ...data, updatedAt: clock.now() } });
	await recordAct(tx, actor, { ...act, targetType: "user", targetId: id });
}

function isPlan(value: string): value is PlanId {
	return Object.hasOwn(PLANS, value);
}

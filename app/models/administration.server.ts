import { transaction } from "~/lib/db.server";
import { ADMIN_ROLES, type AdminRole } from "~/schemas/admin-role";
import { PLANS, type PlanId } from "~/schemas/plan";
import { clock } from "~/services/clock.server";
import { restoreApp } from "./app-restoration.server";

/** Gives an account an administrator's role. Throws an Error that says what is wrong. */
export async function grantRole(email: string, role: string): Promise<string> {
	if (!ADMIN_ROLES.includes(role as AdminRole)) {
		throw new Error(`"${role}" is no role. The roles are ${ADMIN_ROLES.join(", ")}.`);
	}
	await updateByEmail(email, { adminRole: role });
	return `${email} is ${role} now.`;
}

/** Gives an account a plan, whatever is paid for. Throws an Error that says what is wrong. */
export async function grantPlan(email: string, plan: string): Promise<string> {
	if (!Object.hasOwn(PLANS, plan)) {
		throw new Error(`"${plan}" is no plan. The plans are ${Object.keys(PLANS).join(", ")}.`);
	}
	await updateByEmail(email, { grantedPlan: plan === "free" ? null : plan });
	return `${email} is on the ${PLANS[plan as PlanId].name} plan now.`;
}

/** Brings an app back from the trash. Throws a Refusal that says what is wrong. */
export async function restore(appId: string): Promise<string> {
	const { name, ownerEmail, renamed, moved, renamedForms } = await restoreApp(appId);
	const renamings = [
		...(renamed ? [`The name "${renamed.from}" was taken meanwhile.`] : []),
		...(moved ? [`The address with ${moved.from} was taken, so it is ${moved.to} now.`] : []),
		...renamedForms.map(({ from, to }) => `The form "${from}" is called "${to}" now.`),
	];
	return [`${name} of ${ownerEmail} is back.`, ...renamings].join(" ");
}

async function updateByEmail(
	email: string,
	data: { adminRole?: string; grantedPlan?: string | null },
): Promise<void> {
	const { count } = await transaction((tx) =>
		tx.user.updateMany({
			where: { email: email.trim().toLowerCase() },
			data: { ...data, updatedAt: clock.now() },
		}),
	);
	if (count === 0) throw new Error(`There is no account with the address ${email}.`);
}

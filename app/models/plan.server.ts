import { db, type Transaction } from "~/lib/db.server";
import { Refusal } from "~/lib/refusal";
import { PLANS, type PlanId } from "~/schemas/plan";
import type { UserAccess } from "./access.server";

export type CurrentPlan = (typeof PLANS)[PlanId] & { id: PlanId };

/** The plan that an account is on, read now. `tx` within a verb that depends on it. */
export async function planOf(access: UserAccess, tx: Transaction = db): Promise<CurrentPlan> {
	const user = await tx.user.findUniqueOrThrow({
		where: { id: access.userId },
		select: { grantedPlan: true },
	});
	return planNamed(user.grantedPlan);
}

/** The plan with this id; Free for none and for an unknown one. */
export function planNamed(id: string | null): CurrentPlan {
	const known = id !== null && Object.hasOwn(PLANS, id) ? (id as PlanId) : "free";
	return { id: known, ...PLANS[known] };
}

/** Throws the specified Refusal unless the account is on Pro. */
export async function requirePro(tx: Transaction, access: UserAccess): Promise<void> {
	const { hasForms } = await planOf(access, tx);
	if (hasForms) return;
	throw new Refusal("Forms are only available with a Pro subscription.", {
		title: "Pro subscription required",
	});
}

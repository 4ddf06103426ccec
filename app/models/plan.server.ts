import { PLANS, type PlanId } from "~/schemas/plan";
import type { UserAccess } from "./access.server";

/** The plan that an account is on. Everyone is on Free until subscriptions exist. */
export function planOf(_access: UserAccess): (typeof PLANS)[PlanId] & { id: PlanId } {
	return { id: "free", ...PLANS.free };
}

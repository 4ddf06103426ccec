import { z } from "zod";
import { PAID_PLANS, PLANS } from "./plan.ts";

const NAMES = new Intl.ListFormat("en", { type: "disjunction" }).format(
	PAID_PLANS.map((plan) => PLANS[plan].name),
);

/** The plan that a person chooses to pay for. */
export const upgradeSchema = z.object({
	plan: z.enum(PAID_PLANS, { error: `Please choose ${NAMES}.` }),
});

import { z } from "zod";
import { ADMIN_ROLES } from "#app/accounts/admin-role.ts";
import { PLAN_IDS } from "#app/billing/plan.ts";
import { trimmed } from "#app/platform/text.ts";

const REASON_MAX = 500;

/** Why an administrator does something. The audit log records it. */
export const reasonSchema = z.object({
	reason: trimmed({
		max: REASON_MAX,
		required: "Please give a reason. It is kept in the audit log.",
	}),
});

/** Suspends an account or lifts its suspension. */
export const suspensionSchema = reasonSchema.extend({
	act: z.enum(["suspend", "lift"], { error: "Please use one of the buttons." }),
});

/** A granted plan; "free" removes it. */
export const planGrantSchema = z.object({
	plan: z.enum(PLAN_IDS, { error: "Please choose a plan." }),
});

/** A granted role; "none" removes it. */
export const roleGrantSchema = z.object({
	role: z.enum([...ADMIN_ROLES, "none"], { error: "Please choose a role." }),
});

import { z } from "zod";
import { PAID_PLANS } from "./plan";

/** The plan that a person chooses to pay for. */
export const upgradeSchema = z.object({
	plan: z.enum(PAID_PLANS, { error: "Please choose Basic or Pro." }),
});

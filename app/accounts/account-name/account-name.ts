import { z } from "zod";
import { line } from "#app/platform/text.ts";

export const accountNameSchema = z.object({
	account_name: line({ max: 200, required: "Account name is required." }),
});

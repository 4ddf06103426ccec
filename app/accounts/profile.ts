import { z } from "zod";
import { line, text } from "#app/platform/text.ts";

const NAME_MAX = 100;

export type Profile = z.infer<typeof profileSchema>;

export const profileSchema = z.object({
	full_name: line({ max: NAME_MAX, required: "Name is required." }),
	company: text({ max: NAME_MAX }).transform((value) => (value ?? "").replace(/\s+/gu, " ").trim()),
});

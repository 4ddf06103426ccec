import { z } from "zod";
import { isEmailAddress } from "#app/accounts/credentials.ts";
import { FORM_TITLE_MAX } from "#app/forms/form-rules.ts";
import { description, fieldList } from "#app/forms/schema.ts";
import { line, trimmed } from "#app/platform/text.ts";

const TEMPLATE_MAX = 5_000;

const notificationEmail = trimmed({
	max: 254,
	required: "Notification email is required to receive form submissions",
})
	.transform((value) => value.toLowerCase())
	.refine(
		(value) => value === "" || isEmailAddress(value),
		"Please enter a valid notification email address",
	);

/** The part of the support form that people see. */
export const supportContentSchema = z.object({
	title: line({ max: FORM_TITLE_MAX, required: "Form title is required" }),
	description,
	fields: fieldList({ required: "At least one field is required" }),
});

/** The whole form. `revision` is the one that the page showed, or 0 without a stored form. */
export const supportFormSchema = supportContentSchema
	.extend({
		notification_email: notificationEmail,
		auto_reply_enabled: z.boolean().optional().default(false),
		auto_reply_template: trimmed({ max: TEMPLATE_MAX }),
		revision: z.coerce.number().int().nonnegative(),
	})
	.refine((value) => !value.auto_reply_enabled || value.auto_reply_template !== "", {
		path: ["auto_reply_template"],
		message: "Please write the automatic reply, or turn it off.",
	});

export type SupportFormContent = z.infer<typeof supportFormSchema>;

import { z } from "zod";
import { requestId } from "#app/platform/request-id.ts";
import { revision } from "#app/platform/revision.ts";
import { line, text, trimmed } from "#app/platform/text.ts";
import {
	emailFieldOf,
	FIELD_TYPE_IDS,
	FIELDS_MAX,
	FORM_DESCRIPTION_MAX,
	FORM_TEXT_MAX,
	FORM_TITLE_MAX,
	type FormField,
	hasOptions,
	isReservedFormTitle,
	OPTIONS_MAX,
	parseOptions,
	RESERVED_TITLE,
} from "./form-rules.ts";

const TITLE_REQUIRED = "Please provide a form title";
const LABEL_MAX = 200;
const OPTIONS_TEXT_MAX = 20_000;

const field = z
	.object({
		id: z.string().regex(/^[\w-]{1,64}$/, "This page is out of date. Please reload it."),
		type: z.enum(FIELD_TYPE_IDS, { error: "Please choose a field type." }),
		label: line({ max: LABEL_MAX, required: "Please give this field a label." }),
		placeholder: trimmed({ max: LABEL_MAX }),
		required: z.boolean().optional(),
		options: text({ max: OPTIONS_TEXT_MAX }),
	})
	.transform(
		(value): FormField => ({
			...value,
			required: value.required ?? false,
			options: hasOptions(value.type) ? parseOptions(value.options ?? "") : [],
		}),
	)
	.superRefine((value, context) => {
		if (!hasOptions(value.type)) return;
		if (value.options.length === 0) {
			const message = `Select field "${value.label}" must have at least one option`;
			context.addIssue({ code: "custom", path: ["options"], message });
		}
		if (value.options.length > OPTIONS_MAX) {
			const message = `Please use at most ${OPTIONS_MAX} options.`;
			context.addIssue({ code: "custom", path: ["options"], message });
		}
	});

/** A form's list of fields. `required` is the message for an empty list. */
export function fieldList({ required }: { required: string }) {
	return (
		z
			.array(field, { error: required })
			.min(1, required)
			.max(FIELDS_MAX, `Please use at most ${FIELDS_MAX} fields.`)
			.refine(
				(list) => list.length === 0 || emailFieldOf(list) !== undefined,
				"Form must have at least one email field",
			)
			.refine(
				(list) => new Set(list.map(({ id }) => id)).size === list.length,
				"This page is out of date. Please reload it and try again.",
			)
			// The first email field is the visitor's address, which a reply needs.
			.transform((list) =>
				list.map((one) => (one === emailFieldOf(list) ? { ...one, required: true } : one)),
			)
	);
}

/** The text above a form's fields. */
export const description = trimmed({ max: FORM_DESCRIPTION_MAX });

const title = line({ max: FORM_TITLE_MAX, required: TITLE_REQUIRED }).refine(
	(value) => !isReservedFormTitle(value),
	RESERVED_TITLE,
);

export const formSchema = z.object({
	title,
	description,
	fields: fieldList({ required: "Please add at least one field." }),
});

const ownText = trimmed({ max: FORM_TEXT_MAX });

/** The form with what its own builder sets besides the fields. */
const wholeFormSchema = formSchema.extend({
	state: z.enum(["open", "closed"]).default("open"),
	closed_text: ownText,
	sent_text: ownText,
	answers_by_mail: z.enum(["yes", "no"]).default("yes"),
});

/** The page makes `request_id`, so that a double click publishes one form. */
export const createFormSchema = wholeFormSchema
	.extend({ request_id: requestId })
	.transform(toContent);

export const updateFormSchema = wholeFormSchema.extend({ revision }).transform(toContent);

function toContent<Sent extends z.infer<typeof wholeFormSchema>>(sent: Sent) {
	const { state, closed_text: closedText, sent_text: sentText, answers_by_mail, ...content } = sent;
	const answersByMail = answers_by_mail === "yes";
	return { ...content, isClosed: state === "closed", closedText, sentText, answersByMail };
}

import type { FormField } from "#app/forms/form-rules.ts";

export const REPORT_TITLE = "Report this page";

/** What somebody is asked who reports a public page. */
export const REPORT_FIELDS: FormField[] = [
	field("reason", "Kind of problem", {
		type: "select",
		options: [
			"It pretends to be somebody else",
			"It asks for passwords or money",
			"It is against the law",
			"It shows what belongs to me",
			"It shows something private about me",
			"Something else",
		],
	}),
	field("details", "Description", { type: "textarea" }),
	field("email", "E-mail address for our answer", { type: "email" }),
];

function field(id: string, label: string, more: Partial<FormField>): FormField {
	return { id, type: "text", label, placeholder: "", required: true, options: [], ...more };
}

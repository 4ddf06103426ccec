import { emailFieldOf, type FormField, newField, parseOptions } from "#app/forms/form-rules.ts";
import { textOf } from "#app/ui/field/text-of.ts";

/** A field as inputs hold it: one option per line, and a checkbox is "on" or "". */
export type DraftField = Omit<FormField, "required" | "options"> & {
	required: string;
	options: string;
};

export type DraftForm = { title: string; description: string; fields: DraftField[] };

/** The draft of an app's form. */
export type DraftAppForm = DraftForm & {
	state: string;
	closed_text: string;
	sent_text: string;
	answers_by_mail: string;
};

export type PreviewedForm = { title: string; description: string; fields: FormField[] };

/** Converts a stored form to a draft. */
export function draftOf(form: PreviewedForm): DraftForm {
	return {
		title: form.title,
		description: form.description,
		fields: form.fields.map((field) => ({
			...field,
			required: field.required ? "on" : "",
			options: field.options.join("\n"),
		})),
	};
}

/** Returns the field that Add Field adds, but for its id. */
export function newDraftField(): DraftField {
	return { ...newField(), required: "", options: "" };
}

/** What inputs hold while somebody types. Empty ones are missing, and nothing is checked. */
type TypedForm = {
	title?: unknown;
	description?: unknown;
	fields?: string | (Partial<Record<keyof DraftField, unknown>> | undefined)[];
};

/** Returns the form that visitors would see if what is typed were published now. */
export function previewOf({ title, description, fields }: TypedForm): PreviewedForm {
	const typed = (Array.isArray(fields) ? fields : []).map((field, index) => ({
		id: `preview-${index}`,
		type: (textOf(field?.type) || "text") as FormField["type"],
		label: nameOf(field?.label),
		placeholder: textOf(field?.placeholder).trim(),
		required: field?.required === "on",
		options: parseOptions(textOf(field?.options)),
	}));
	const email = emailFieldOf(typed);
	return {
		title: textOf(title).trim(),
		description: textOf(description).trim(),
		fields: typed.map((field) => (field === email ? { ...field, required: true } : field)),
	};
}

/** Returns what a field with this label is called, also while it has none. */
export function nameOf(label: unknown): string {
	return textOf(label).trim() || "No label yet";
}

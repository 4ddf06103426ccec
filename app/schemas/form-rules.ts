import { slugify } from "./slug";

export const FORM_TITLE_MAX = 200;
export const FORM_DESCRIPTION_MAX = 2_000;
export const FIELDS_MAX = 30;
export const OPTIONS_MAX = 100;
/** How long a visitor's answer may be, in characters (decision 33). */
export const ANSWER_MAX = { text: 200, email: 254, select: 200, textarea: 5_000 } as const;

export const FIELD_TYPES = ["text", "email", "textarea", "select"] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export const FIELD_TYPE_LABELS: Record<FieldType, string> = {
	text: "Text",
	email: "Email",
	textarea: "Textarea",
	select: "Select",
};

/** A field of a form, as it is stored. `options` is empty for every type but select. */
export type FormField = {
	id: string;
	type: FieldType;
	label: string;
	placeholder: string;
	required: boolean;
	options: string[];
};

/** Titles that a form may not have (visitor, section 5), compared as title and as slug. */
const RESERVED_FORM_TITLES = new Set([
	"documents",
	"forms",
	"api",
	"admin",
	"index",
	"home",
	"main",
]);

export const RESERVED_TITLE = "This title is reserved. Please choose a different title.";
export const DEFAULT_DESCRIPTION = "Get in touch with our support team.";

/** The title of an app's first form. */
export function defaultFormTitle(appName: string): string {
	return appName ? `${appName} Support Form` : "Support Form";
}

/** The three fields that a new form begins with (visitor, section 3). */
export function defaultFields(): FormField[] {
	return [
		{ ...newField(), label: "Name", required: true },
		{ ...newField(), type: "email", label: "Email", required: true },
		{ ...newField(), type: "textarea", label: "Message", required: true },
	];
}

/** What Add Field adds. */
export function newField(): FormField {
	return {
		id: crypto.randomUUID(),
		type: "text",
		label: "New Field",
		placeholder: "",
		required: false,
		options: [],
	};
}

/** The slug that a form's title asks for: "form" when nothing is left of it. */
export function formSlug(title: string): string {
	return slugify(title) || "form";
}

/** Titles compare trimmed and case-folded. */
export function formTitleKey(title: string): string {
	return title.normalize("NFKC").trim().toLowerCase();
}

/** Whether a title is reserved, as it stands or as a slug. */
export function isReservedFormTitle(title: string): boolean {
	return RESERVED_FORM_TITLES.has(formTitleKey(title)) || RESERVED_FORM_TITLES.has(slugify(title));
}

/** The refusal of a title that another form of the same owner has. */
export function duplicateTitle(title: string): string {
	return `You already have a form with the title "${title}". Please choose a different title.`;
}

/** Options one per line; blank and repeated ones are dropped. */
export function parseOptions(lines: string): string[] {
	const options = lines.split(/\r?\n/).map((line) => line.replace(/\s+/g, " ").trim());
	return [...new Set(options.filter(Boolean))];
}

/** The field that holds the visitor's address: the first of type email. */
export function emailFieldOf(fields: FormField[]): FormField | undefined {
	return fields.find((field) => field.type === "email");
}

/** The field that holds the visitor's name: the first text field that asks for one (decision 32). */
export function nameFieldOf(fields: FormField[]): FormField | undefined {
	return fields.find((field) => field.type === "text" && /name/i.test(field.label));
}

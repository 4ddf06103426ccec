import { slugify } from "#app/addresses/slug.ts";

export const FORM_TITLE_MAX = 200;
export const FORM_DESCRIPTION_MAX = 2_000;
export const FIELDS_MAX = 30;
export const OPTIONS_MAX = 100;

/**
 * What a field can be, in the builder's order: every list and check reads this table. How each looks
 * to visitors is in components/public-fields.tsx.
 */
export const FIELD_TYPES = {
	text: { label: "Text", answerMax: 200, isMultiline: false, choices: null },
	email: { label: "Email", answerMax: 254, isMultiline: false, choices: null },
	textarea: { label: "Textarea", answerMax: 5_000, isMultiline: true, choices: null },
	select: { label: "Select", answerMax: 200, isMultiline: false, choices: "options" },
} as const satisfies Record<string, FieldTypeRules>;

export type FieldType = keyof typeof FIELD_TYPES;
export const FIELD_TYPE_IDS = Object.keys(FIELD_TYPES) as FieldType[];

type FieldTypeRules = {
	/** What the builder calls it. */
	label: string;
	/** How long an answer may be, in characters (decision 33). */
	answerMax: number;
	/** An answer keeps its line breaks. */
	isMultiline: boolean;
	/** What can be answered: the options that the form's owner wrote, or anything. */
	choices: "options" | null;
};

/** A field of a form, as it is stored. `options` is empty for a type whose owner writes none. */
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

/** Whether the owner of a form writes options for fields of this type. */
export function hasOptions(type: FieldType): boolean {
	return FIELD_TYPES[type].choices === "options";
}

/** What can be answered in a field, or null where anything can. */
export function choicesOf({ type, options }: FormField): readonly string[] | null {
	return hasOptions(type) ? options : null;
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

import { slugify } from "#app/addresses/slug.ts";

export const FORM_TITLE_MAX = 200;
export const FORM_DESCRIPTION_MAX = 2_000;
/** What a closed form says, and what one says after sending. */
export const FORM_TEXT_MAX = 2_000;
export const FIELDS_MAX = 30;
export const OPTIONS_MAX = 100;

/**
 * The types of fields, in the builder's order. Every list and check reads this table. How visitors
 * see each type is in components/public-fields.tsx.
 */
export const FIELD_TYPES = {
	text: { label: "Short text", answerMax: 200, isMultiline: false, choices: null },
	email: { label: "E-mail", answerMax: 254, isMultiline: false, choices: null },
	textarea: { label: "Long text", answerMax: 5_000, isMultiline: true, choices: null },
	select: {
		label: "Choice from a list",
		answerMax: Number.POSITIVE_INFINITY,
		isMultiline: false,
		choices: "options",
	},
} as const satisfies Record<string, FieldTypeRules>;

export type FieldType = keyof typeof FIELD_TYPES;
export const FIELD_TYPE_IDS = Object.keys(FIELD_TYPES) as FieldType[];

type FieldTypeRules = {
	/** The type's name in the builder. */
	label: string;
	/** How long an answer may be, in characters (product.md, rule 33). Choices bound it themselves. */
	answerMax: number;
	/** Whether an answer keeps its line breaks. */
	isMultiline: boolean;
	/** The allowed answers: the options that the form's owner wrote, or null for any. */
	choices: "options" | null;
};

/** A field as it is stored. `options` is empty for types that have none. */
export type FormField = {
	id: string;
	type: FieldType;
	label: string;
	placeholder: string;
	required: boolean;
	options: string[];
	/** How long an answer may be, where that is less than the type allows. */
	answerMax?: number;
};

/** Titles that a form may not have (product.md, V4), compared as title and as slug. */
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

/** Returns the title that a new form begins with. */
export function defaultFormTitle(appName: string): string {
	return appName ? `${appName} Support Form` : "Support Form";
}

/** Returns the three fields that a new form begins with (product.md, V2). */
export function defaultFields(): FormField[] {
	return [
		{ ...newField(), label: "Name", required: true },
		{ ...newField(), type: "email", label: "Email", required: true },
		{ ...newField(), type: "textarea", label: "Message", required: true },
	];
}

/** Returns the field that Add Field adds. */
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

/** Returns the slug of a title, or "form" when nothing is left of it. */
export function formSlug(title: string): string {
	return slugify(title) || "form";
}

/** Returns a title trimmed and case-folded, for comparison. */
export function formTitleKey(title: string): string {
	return title.normalize("NFKC").trim().toLowerCase();
}

/** Returns whether a title is reserved, as title or as slug. */
export function isReservedFormTitle(title: string): boolean {
	return RESERVED_FORM_TITLES.has(formTitleKey(title)) || RESERVED_FORM_TITLES.has(slugify(title));
}

/** Returns the refusal of a title that another form of the same owner has. */
export function duplicateTitle(title: string): string {
	return `You already have a form with the title "${title}". Please choose a different title.`;
}

/** Returns whether fields of this type have options. */
export function hasOptions(type: FieldType): boolean {
	return FIELD_TYPES[type].choices === "options";
}

/** Returns the allowed answers of a field; null when any is allowed. */
export function choicesOf({ type, options }: FormField): readonly string[] | null {
	return hasOptions(type) ? options : null;
}

/** Reads one option per line. Blank and repeated ones are dropped. */
export function parseOptions(lines: string): string[] {
	const options = lines.split(/\r?\n/).map((line) => line.replace(/\s+/g, " ").trim());
	return [...new Set(options.filter(Boolean))];
}

/** Returns the field for the visitor's address: the first of type email. */
export function emailFieldOf(fields: FormField[]): FormField | undefined {
	return fields.find((field) => field.type === "email");
}

/** Returns the field for the visitor's name, if the form has one (product.md, rule 32). */
export function nameFieldOf(fields: FormField[]): FormField | undefined {
	return fields.find((field) => field.type === "text" && /name/i.test(field.label));
}

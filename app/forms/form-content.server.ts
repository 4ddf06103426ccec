import type { Form } from "#app/generated/prisma/client.ts";
import { type FormField, formTitleKey } from "./form-rules.ts";

/** What an owner sets of a form. One that is open and has no texts of its own need not say so. */
export type FormContent = {
	title: string;
	description: string;
	fields: FormField[];
	isClosed?: boolean;
	closedText?: string;
	sentText?: string;
	answersByMail?: boolean;
};

/** Returns the columns that hold a form's texts. */
export function columnsOf(content: FormContent) {
	const { title, description, fields, closedText = "", sentText = "" } = content;
	const { answersByMail = true } = content;
	const titleKey = formTitleKey(title);
	return {
		title,
		titleKey,
		description,
		fields: JSON.stringify(fields),
		closedText,
		sentText,
		answersByMail,
	};
}

/** Returns whether a stored form has this content already. */
export function isSameForm(stored: Form, content: FormContent): boolean {
	const { isClosed = false } = content;
	if ((stored.closedAt !== null) !== isClosed) return false;
	const columns = Object.entries(columnsOf(content));
	return columns.every(([name, value]) => stored[name as keyof Form] === value);
}

/** Parses stored fields. Options may also be stored as pairs of value and label. */
export function parseFields(json: string): FormField[] {
	const stored = JSON.parse(json) as (Omit<FormField, "options"> & { options?: unknown[] })[];
	return stored.map((field) => ({
		...field,
		options: (field.options ?? []).map((option) =>
			typeof option === "string" ? option : (option as { label: string }).label,
		),
	}));
}

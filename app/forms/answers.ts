import { isEmailAddress, visibleAddress } from "#app/accounts/credentials.ts";
import { UNREADABLE, UNREADABLE_CHARACTERS, VISIBLE } from "#app/platform/text.ts";
import { choicesOf, emailFieldOf, FIELD_TYPES, type FormField, nameFieldOf } from "./form-rules.ts";

/** A visitor's answer, with the field as it was when they filled it in. */
export type Answer = Pick<FormField, "id" | "type" | "label"> & { value: string };

/** Valid answers, with the visitor's address in lower case and their name. */
export type Answers = { answers: Answer[]; email: string; name: string };

/** Errors by field id. It is a Map because a field's id may be "__proto__". */
export type AnswerErrors = Map<string, string>;

/**
 * Checks what a visitor typed against the form's fields. Unknown fields are dropped. The first
 * e-mail field must be an address (product.md, V7); with `everyEmail`, each must be one (V20).
 */
export function checkAnswers(
	fields: FormField[],
	values: Map<string, string>,
	{ everyEmail = false } = {},
): { ok: true; value: Answers } | { ok: false; errors: AnswerErrors } {
	const errors: AnswerErrors = new Map();
	const answers: Answer[] = [];
	for (const field of fields) {
		const { id, type, label } = field;
		const value = normalize(type, values.get(id) ?? "");
		answers.push({ id, type, label, value });
		const isAddress = field.type === "email" && (everyEmail || field === emailFieldOf(fields));
		const fault = faultOf(field, value, isAddress);
		if (fault) errors.set(id, fault);
	}
	if (errors.size > 0) return { ok: false, errors };
	const answerTo = (field?: FormField) =>
		answers.find((answer) => answer.id === field?.id)?.value ?? "";
	return {
		ok: true,
		value: {
			answers,
			email: answerTo(emailFieldOf(fields)).toLowerCase(),
			name: answerTo(nameFieldOf(fields)),
		},
	};
}

function normalize(type: FormField["type"], value: string): string {
	if (!VISIBLE.test(value)) return "";
	const trimmed = type === "email" ? visibleAddress(value) : value.trim();
	return FIELD_TYPES[type].isMultiline
		? trimmed.replace(/\r\n?/g, "\n")
		: trimmed.replace(/\s+/g, " ");
}

function faultOf(field: FormField, value: string, isAddress: boolean): string | null {
	if (value === "") return field.required ? `${field.label} is required` : null;
	if (UNREADABLE_CHARACTERS.test(value)) return UNREADABLE;
	const { answerMax = FIELD_TYPES[field.type].answerMax } = field;
	if ([...value].length > answerMax) return `Please use at most ${answerMax} characters.`;
	if (isAddress && !isEmailAddress(value)) return "Please enter a valid email address";
	const choices = choicesOf(field);
	return choices && !choices.includes(value) ? "Please choose one of the options." : null;
}

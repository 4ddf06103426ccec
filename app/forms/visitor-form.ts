import type { FormField } from "./form-rules.ts";

/** The names of the controls that are sent along with a visitor's answers. */
export const CONTROL = {
	question: "question",
	answer: "sum",
	revision: "revision",
	/** Made by the page, so that a double click sends once. */
	request: "request_id",
	/** Hidden from people, so that only programs fill it in. */
	honeypot: "website",
} as const;

/** The intents of the buttons below "Check Your Email". */
export const SENT_INTENTS = { again: "again", correct: "correct" } as const;

/** Messages of the page and of the JSON interface (product.md, V7 and rule 20). */
export const FORM_SENT =
	"Form submitted! Please check your email to verify and start the conversation.";
export const EMAIL_REQUIRED = "Email is required for form submission";
export const FORM_CLOSED = "This form is not accepting new messages right now.";
export const FORM_CHANGED =
	"This form was changed while you were filling it in. What you typed is kept where the form still asks for it: please check it and send it again.";

/** Returns what was typed, with the labels of those fields that are known. */
export function typedInto(fields: FormField[], values: Iterable<[id: string, value: string]>) {
	const labels = new Map(fields.map(({ id, label }) => [id, label]));
	return [...values].map(([id, value]) => ({ label: labels.get(id) ?? null, value }));
}

const PREFIX = "field-";

/** Returns the name of a field's control. The prefix keeps it apart from our own controls. */
export function controlName(fieldId: string): string {
	return PREFIX + fieldId;
}

/** Reads the answers of a POST by field id. Of a repeated field, the first counts. */
export function valuesOf(formData: FormData): Map<string, string> {
	const values = new Map<string, string>();
	for (const [name, value] of formData) {
		if (!name.startsWith(PREFIX) || typeof value !== "string") continue;
		const id = name.slice(PREFIX.length);
		if (!values.has(id)) values.set(id, value);
	}
	return values;
}

/** Reads the answers by field id and our own controls, which are "" when missing. */
export function readAnswers(formData: FormData) {
	return {
		values: valuesOf(formData),
		question: controlOf(formData, "question"),
		answer: controlOf(formData, "answer"),
		revision: controlOf(formData, "revision"),
		requestId: controlOf(formData, "request"),
		honeypot: controlOf(formData, "honeypot"),
	};
}

function controlOf(formData: FormData, control: keyof typeof CONTROL): string {
	const value = formData.get(CONTROL[control]);
	return typeof value === "string" ? value : "";
}

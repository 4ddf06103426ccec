/** Names of what travels with a visitor's answers, besides the answers themselves. */
export const CONTROL = {
	question: "question",
	answer: "sum",
	revision: "revision",
	/** Drawn by the page, so that a double click sends once. */
	request: "request_id",
	/** Hidden from people: only programs fill it in. */
	honeypot: "website",
} as const;

/** What a visitor is told, on the page and by the JSON door (visitor, section 8; decision 20). */
export const FORM_SENT =
	"Form submitted! Please check your email to verify and start the conversation.";
export const FORM_CLOSED = "This form is not accepting new messages right now.";
export const FORM_CHANGED =
	"This form was changed while you were filling it in. What you typed is kept where the form still asks for it: please check it and send it again.";

const PREFIX = "field-";

/** The name of a field's control. The prefix keeps it apart from ours, whatever its id is. */
export function controlName(fieldId: string): string {
	return PREFIX + fieldId;
}

/** The answers of a form post by field id; the first where a field came twice. */
export function valuesOf(formData: FormData): Map<string, string> {
	const values = new Map<string, string>();
	for (const [name, value] of formData) {
		if (!name.startsWith(PREFIX) || typeof value !== "string") continue;
		const id = name.slice(PREFIX.length);
		if (!values.has(id)) values.set(id, value);
	}
	return values;
}

/** What a visitor's form carries: the answers by field id, and our own controls, "" where missing. */
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

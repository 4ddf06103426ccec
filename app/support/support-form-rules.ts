import { type FormField, newField } from "#app/forms/form-rules.ts";

/** Stands for the submission's id in the text of the automatic reply. */
export const SUBMISSION_ID_PLACEHOLDER = "{{submission_id}}";
/** Promised on /support (product.md, V20). */
export const RESPONSE_PROMISE = "We answer within 24 hours on business days.";
export const SUPPORT_UNAVAILABLE = "Support form is currently unavailable. Please try again later.";

export const DEFAULT_SUPPORT_TITLE = "Contact Support";
export const DEFAULT_AUTO_REPLY = `Thank you for writing to us. Your message has arrived, and its number is ${SUBMISSION_ID_PLACEHOLDER}.

${RESPONSE_PROMISE} If you have something to add, answer this mail.`;

/** The fields of a new support form. */
export function defaultSupportFields(): FormField[] {
	return [
		{ ...newField(), label: "Name", required: true },
		{ ...newField(), type: "email", label: "Email", required: true },
		{ ...newField(), label: "Subject", required: true },
		{ ...newField(), type: "textarea", label: "Message", required: true },
	];
}

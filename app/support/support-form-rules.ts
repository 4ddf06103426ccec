import { type FormField, newField } from "#app/forms/form-rules.ts";
import { mailto } from "#app/ui/link/mailto.ts";

/** What stands for the submission's number in the text of the automatic reply. */
export const SUBMISSION_ID_PLACEHOLDER = "{{submission_id}}";
/** What people are promised (visitor, section 9). */
export const RESPONSE_PROMISE = "We answer within 24 hours on business days.";
export const SUPPORT_UNAVAILABLE = "Support form is currently unavailable. Please try again later.";

export const DEFAULT_SUPPORT_TITLE = "Contact Support";
export const DEFAULT_AUTO_REPLY = `Thank you for writing to us. Your message has arrived, and its number is ${SUBMISSION_ID_PLACEHOLDER}.

${RESPONSE_PROMISE} If you have something to add, answer this mail.`;

/** The fields that a support form begins with. */
export function defaultSupportFields(): FormField[] {
	return [
		{ ...newField(), label: "Name", required: true },
		{ ...newField(), type: "email", label: "Email", required: true },
		{ ...newField(), label: "Subject", required: true },
		{ ...newField(), type: "textarea", label: "Message", required: true },
	];
}

/** The address of a mail that answers a message: to whom, and under which subject. */
export function mailtoReply({
	id,
	email,
	answers,
	form,
}: {
	id: string;
	email: string;
	answers: { type: string; label: string; value: string }[];
	form: { title: string };
}): string {
	const asked = answers.find(({ type, label }) => type === "text" && /subject/i.test(label));
	const subject = `Re: ${asked?.value || form.title} [${id}]`;
	return `${mailto(email)}?subject=${encodeURIComponent(subject)}`;
}

import type { AppAccess } from "#app/accounts/access.server.ts";
import type { submitForm } from "#app/conversations/submission.server.ts";
import { publishForm } from "#app/forms/form.server.ts";
import { type FormField, newField } from "#app/forms/form-rules.ts";
import { requestId } from "./request-id.ts";

export type DemoForm = Parameters<typeof submitForm>[0] & { fields: FormField[] };

/** Publishes the form that the demo's visitors fill in, once. */
export async function publishContactForm(app: AppAccess): Promise<DemoForm> {
	const field = (number: string, rest: Partial<FormField>): FormField => ({
		...newField(),
		id: requestId(number),
		required: true,
		...rest,
	});
	const fields = [
		field("41", { label: "Name" }),
		field("42", { label: "Email", type: "email" }),
		field("43", {
			label: "What is it about?",
			type: "select",
			options: ["Bug", "Idea", "Question", "Refund"],
		}),
		field("44", { label: "Message", type: "textarea", placeholder: "What happened, and when?" }),
	];
	const title = "Pocket Garden Support";
	const { id } = await publishForm(app, {
		title,
		description: "Tell us what is wrong or what is missing. A person reads it.",
		fields,
		request_id: requestId("31"),
	});
	return { id, appId: app.appId, userId: app.userId, title, app: { name: app.app.name }, fields };
}

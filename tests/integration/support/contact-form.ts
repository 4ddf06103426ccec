import type { AppAccess, UserAccess } from "~/models/access.server";
import { formPath, resolveForm } from "~/models/address.server";
import { grantPlan } from "~/models/administration.server";
import { publishForm, readForm } from "~/models/form.server";
import type { FormField } from "~/schemas/form-rules";

/** Puts a user on Pro, which forms need. */
export async function makePro(access: UserAccess): Promise<void> {
	await grantPlan(access.email, "pro");
}

/** A field of a form: a text field unless the traits say otherwise. */
export function createField(traits: Partial<FormField> & { id: string }): FormField {
	return {
		type: "text",
		label: traits.id,
		placeholder: "",
		required: false,
		options: [],
		...traits,
	};
}

/** Name, e-mail address and message, all required, by these ids. */
export const CONTACT_FIELDS: FormField[] = [
	createField({ id: "name", label: "Name", required: true }),
	createField({ id: "email", label: "Email", type: "email", required: true }),
	createField({ id: "message", label: "Message", type: "textarea", required: true }),
];

/** A published form with its public path. The owner is put on Pro. */
export async function createForm(
	access: AppAccess,
	traits: { title?: string; description?: string; fields?: FormField[] } = {},
) {
	await makePro(access);
	const { id } = await publishForm(access, {
		title: traits.title ?? `Contact ${crypto.randomUUID()}`,
		description: traits.description ?? "",
		fields: traits.fields ?? CONTACT_FIELDS,
		request_id: crypto.randomUUID(),
	});
	const form = await readForm(access, id);
	if (!form) throw new Error("The new form is not there");
	return { ...form, path: formPath(access.accountName ?? "", access.app.slug, form.slug) };
}

/** The form as a visitor gets it. */
export async function openForm(access: AppAccess, slug: string) {
	const resolved = await resolveForm(access.accountName ?? "", access.app.slug, slug);
	if (resolved.outcome !== "found") throw new Error(`The form ${slug} is ${resolved.outcome}`);
	return { ...resolved.page, slug };
}

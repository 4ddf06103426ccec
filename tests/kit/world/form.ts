import type { AppAccess } from "#app/accounts/access.server.ts";
import { resolveForm } from "#app/addresses/address.server.ts";
import { publishForm, readForm } from "#app/forms/form.server.ts";
import type { FormContent } from "#app/forms/form-content.server.ts";
import {
	choicesOf,
	defaultFields,
	type FieldType,
	type FormField,
	newField,
} from "#app/forms/form-rules.ts";
import { paths } from "#app/paths.ts";
import { makePro } from "./user.ts";

export type TestForm = Awaited<ReturnType<typeof createForm>>;

/** Creates a published form. Returns it with its public path. Its owner must be on Pro. */
export async function createForm(access: AppAccess, content: Partial<FormContent> = {}) {
	const { id } = await publishForm(access, {
		...content,
		title: content.title ?? `Contact ${crypto.randomUUID().slice(0, 8)}`,
		description: content.description ?? "Ask us anything.",
		fields: content.fields ?? [...defaultFields(), createSelect("Topic", ["Bug", "Question"])],
		request_id: crypto.randomUUID(),
	});
	const form = await readForm(access, id);
	if (!form) throw new Error("The new form is not there");
	return {
		...form,
		appId: access.appId,
		userId: access.userId,
		path: paths.visitor.form(access.accountName ?? "", access.app.slug, form.slug),
	};
}

/** The same with name, e-mail address and message as its fields. Puts the owner on Pro. */
export async function createContactForm(access: AppAccess, content: Partial<FormContent> = {}) {
	await makePro(access);
	return createForm(access, { description: "", fields: CONTACT_FIELDS, ...content });
}

/** Opens a form as a visitor does. */
export async function openForm(access: AppAccess, slug: string) {
	const resolved = await resolveForm(access.accountName ?? "", access.app.slug, slug);
	if (resolved.outcome !== "found") throw new Error(`The form ${slug} is ${resolved.outcome}`);
	return { ...resolved.page, slug };
}

/** Makes a field of a form: a text field unless the traits say otherwise. */
export function createField(traits: Partial<FormField> & { id: string }): FormField {
	return { ...newField(), label: traits.id, ...traits };
}

/** Name, e-mail address and message, all required, by these ids. */
export const CONTACT_FIELDS: FormField[] = [
	createField({ id: "name", label: "Name", required: true }),
	createField({ id: "email", label: "Email", type: "email", required: true }),
	createField({ id: "message", label: "Message", type: "textarea", required: true }),
];

/** Makes an optional field of type select. */
export function createSelect(label: string, options: string[]): FormField {
	return { ...newField(), type: "select", label, options };
}

/** Returns what a visitor types into each field of a form, by field id. */
export function answersTo(
	{ fields }: Pick<TestForm, "fields">,
	texts: { email?: string; name?: string; message?: string } = {},
): Map<string, string> {
	const typed: Partial<Record<FieldType, string>> = {
		email: texts.email ?? `visitor-${crypto.randomUUID()}@example.com`,
		textarea: texts.message ?? "Where is my data?",
	};
	return new Map(
		fields.map((field) => [
			field.id,
			choicesOf(field)?.[0] ?? typed[field.type] ?? texts.name ?? "Ada",
		]),
	);
}

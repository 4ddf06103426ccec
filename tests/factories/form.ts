import type { AppAccess } from "~/models/access.server";
import { formPath } from "~/models/address.server";
import { type FormContent, publishForm, readForm } from "~/models/form.server";
import { defaultFields, type FormField, newField } from "~/schemas/form-rules";

export type TestForm = Awaited<ReturnType<typeof createForm>>;

/** A published form with its public path; its owner must be on Pro. */
export async function createForm(access: AppAccess, content: Partial<FormContent> = {}) {
	const { id } = await publishForm(access, {
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
		path: formPath(access.accountName ?? "", access.app.slug, form.slug),
	};
}

/** A field of type select that may be left open. */
export function createSelect(label: string, options: string[]): FormField {
	return { ...newField(), type: "select", label, options };
}

/** What a visitor types into each field of a form, by field id. */
export function answersTo(
	{ fields }: Pick<TestForm, "fields">,
	texts: { email?: string; name?: string; message?: string } = {},
): Map<string, string> {
	const typed = {
		email: texts.email ?? `visitor-${crypto.randomUUID()}@example.com`,
		text: texts.name ?? "Ada",
		textarea: texts.message ?? "Where is my data?",
	};
	return new Map(
		fields.map((field) => [
			field.id,
			field.type === "select" ? (field.options[0] ?? "") : typed[field.type],
		]),
	);
}

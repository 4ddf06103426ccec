import { db } from "~/lib/db.server";
import { emailFieldOf, nameFieldOf } from "~/schemas/form-rules";
import type { UserAccess } from "./access.server";
import { parseFields } from "./form.server";

/**
 * The site's own support form for a page that shows it, with what is known of whoever is signed in
 * filled in (by field id) and a request id for this page; or null while none is active.
 */
export async function readActiveSupportForm(access: UserAccess | null) {
	const stored = await db.supportForm.findFirst({
		where: { isActive: true },
		select: { title: true, description: true, fields: true, revision: true },
	});
	if (!stored) return null;
	const form = { ...stored, fields: parseFields(stored.fields) };
	const known = new Map<string, string>();
	if (access) {
		const { fullName } = await db.user.findUniqueOrThrow({
			where: { id: access.userId },
			select: { fullName: true },
		});
		const nameField = nameFieldOf(form.fields);
		const emailField = emailFieldOf(form.fields);
		if (nameField) known.set(nameField.id, fullName);
		if (emailField) known.set(emailField.id, access.email);
	}
	return { ...form, known: [...known], requestId: crypto.randomUUID() };
}

import { parseWithZod } from "@conform-to/zod/v4";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { readDocument } from "#app/documents/document.server.ts";
import { findMade } from "#app/documents/made-document.server.ts";
import { createDocumentSchema, updateDocumentSchema } from "#app/documents/schema.ts";

/**
 * Returns the id of the document that has what an editor posts, if that is the second of two presses
 * of "Publish", whose first published the editor's draft. Otherwise null. `documentId` is that of
 * the draft's document; null for one that is yet to be.
 */
export async function findPublished(
	access: AppAccess,
	formData: FormData,
	documentId: string | null,
): Promise<string | null> {
	const intent = formData.get("intent");
	if (intent !== null && intent !== "publish") return null;
	if (documentId !== null) {
		return (await isAsPublished(access, documentId, formData)) ? documentId : null;
	}
	const submission = parseWithZod(formData, { schema: createDocumentSchema });
	if (submission.status !== "success") return null;
	const made = await findMade(access, submission.value);
	return made?.isSameText ? made.id : null;
}

async function isAsPublished(access: AppAccess, documentId: string, formData: FormData) {
	const submission = parseWithZod(formData, { schema: updateDocumentSchema });
	const document = await readDocument(access, documentId);
	if (submission.status !== "success" || !document) return false;
	const { title, content, format, kind = document.kind, effective_on } = submission.value;
	const { effectiveOn } = document;
	const typed = { title, content, format, kind, effectiveOn: effective_on ?? effectiveOn };
	const names = Object.keys(typed) as (keyof typeof typed)[];
	return names.every((name) => typed[name] === document[name]);
}

import { parseWithZod } from "@conform-to/zod/v4";
import type { AppAccess } from "#app/accounts/access.server.ts";
import { readDocument } from "#app/documents/document.server.ts";
import { followsTitle } from "#app/documents/document-rules.ts";
import { listVersions } from "#app/documents/document-version.server.ts";
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
	return made?.isSame ? made.id : null;
}

async function hasNewestNote(access: AppAccess, documentId: string, note: string) {
	const [newest] = await listVersions(access, documentId);
	return newest?.note === note;
}

async function isAsPublished(access: AppAccess, documentId: string, formData: FormData) {
	const submission = parseWithZod(formData, { schema: updateDocumentSchema });
	const document = await readDocument(access, documentId);
	if (submission.status !== "success" || !document) return false;
	const {
		slug,
		note,
		title,
		content,
		format,
		kind = document.kind,
		effective_on,
	} = submission.value;
	const { effectiveOn } = document;
	const typed = { title, content, format, kind, effectiveOn: effective_on ?? effectiveOn };
	const names = Object.keys(typed) as (keyof typeof typed)[];
	if (!names.every((name) => typed[name] === document[name])) return false;
	const hasAddress = slug === "" ? followsTitle(document) : slug === document.slug;
	return hasAddress && (note === "" || (await hasNewestNote(access, documentId, note)));
}

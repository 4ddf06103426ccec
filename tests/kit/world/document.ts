import type { AppAccess } from "#app/accounts/access.server.ts";
import { publishDocument, readDocument } from "#app/documents/document.server.ts";
import type { DocumentText } from "#app/documents/document-page.server.ts";
import { paths } from "#app/paths.ts";

/** Creates a published document. Returns it with its public path. */
export async function createDocument(access: AppAccess, text: Partial<DocumentText> = {}) {
	const { id } = await publishDocument(access, {
		title: text.title ?? "Privacy Policy",
		content: text.content ?? "## What we collect\n\nNothing.",
		format: text.format,
		request_id: crypto.randomUUID(),
	});
	const document = await readDocument(access, id);
	if (!document) throw new Error("The new document is not there");
	return {
		...document,
		path: paths.visitor.document(access.accountName ?? "", access.app.slug, document.slug),
	};
}

import type { AppAccess } from "~/models/access.server";
import { publicPath } from "~/models/address.server";
import { publishDocument, readDocument } from "~/models/document.server";

/** A published document with its public path. */
export async function createDocument(
	access: AppAccess,
	text: { title?: string; content?: string } = {},
) {
	const { id } = await publishDocument(access, {
		title: text.title ?? "Privacy Policy",
		content: text.content ?? "## What we collect\n\nNothing.",
		request_id: crypto.randomUUID(),
	});
	const document = await readDocument(access, id);
	if (!document) throw new Error("The new document is not there");
	return {
		...document,
		path: publicPath(access.accountName ?? "", access.app.slug, document.slug),
	};
}

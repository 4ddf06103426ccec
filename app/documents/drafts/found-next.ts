import { findDocument } from "#app/documents/shapes/found-document.server.ts";
import { errorPage } from "#app/http/error-content.ts";
import { readNext } from "./next.sql.ts";

/**
 * Returns the document at an address and the text that is announced for it. Throws as findDocument()
 * does, and a 404 where nothing is announced. `below` is what follows the document's address.
 */
export async function findNext(place: Parameters<typeof findDocument>[0], below: string) {
	const document = await findDocument(place, undefined, below);
	const next = readNext(document.id);
	if (next) return { document, next };
	throw errorPage(404, {
		title: "Nothing is announced",
		text: "Nothing is announced. The present text of this document applies.",
		app: document.app,
		link: { to: document.path, label: "Read the present text" },
	});
}

import { serveShape } from "#app/addresses/shape.server.ts";
import { findDocument } from "#app/documents/shapes/found-document.server.ts";
import { plainTextOf } from "#app/documents/shapes/plain-text.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import type { Route } from "./+types/text";

export const handle: PageHandle = { kept: "document", anyOrigin: true };

/** Serves a document as plain text, with its title above it. */
export function loader(args: Route.LoaderArgs) {
	return serveShape("txt", async () => {
		const document = await findDocument(args, "txt");
		const { title, html, url } = document;
		return { body: `${title}\n\n${plainTextOf(html, url)}`, page: url };
	});
}

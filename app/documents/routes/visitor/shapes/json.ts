import { serveShape } from "#app/addresses/shape.server.ts";
import { documentJson } from "#app/documents/shapes/document-json.server.ts";
import { findDocument } from "#app/documents/shapes/found-document.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import type { Route } from "./+types/json";

export const handle: PageHandle = { kept: "document", anyOrigin: true };

/** Serves a document for programs. */
export function loader(args: Route.LoaderArgs) {
	return serveShape("json", async () => {
		const document = await findDocument(args, "json");
		return { body: documentJson(document), page: document.url };
	});
}

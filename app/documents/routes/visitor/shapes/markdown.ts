import { serveShape } from "#app/addresses/shape.server.ts";
import { findDocument } from "#app/documents/shapes/found-document.server.ts";
import { markdownOf } from "#app/documents/shapes/markdown.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import type { Route } from "./+types/markdown";

export const handle: PageHandle = { kept: "document", anyOrigin: true };

/** Serves a document as its owner typed it. */
export function loader(args: Route.LoaderArgs) {
	return serveShape("md", async () => {
		const document = await findDocument(args, "md");
		return { body: markdownOf(document), page: document.url };
	});
}

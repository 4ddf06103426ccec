import { serveShape } from "#app/addresses/shape.server.ts";
import { documentFeed } from "#app/documents/shapes/feed.server.ts";
import { findDocument } from "#app/documents/shapes/found-document.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import type { Route } from "./+types/feed";

export const handle: PageHandle = { kept: "documentFeed", anyOrigin: true };

/** Serves a feed of a document's versions. */
export function loader(args: Route.LoaderArgs) {
	return serveShape("atom", async () => {
		const document = await findDocument(args, "atom");
		return { body: documentFeed(document), page: document.url };
	});
}

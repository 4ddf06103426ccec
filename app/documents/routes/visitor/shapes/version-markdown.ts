import { serveShape } from "#app/addresses/shape.server.ts";
import { markdownOf } from "#app/documents/shapes/markdown.ts";
import { findVersionAt, versionHeaders } from "#app/documents/versions/found-history.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import type { Route } from "./+types/version-markdown";

export const handle: PageHandle = { kept: "version", anyOrigin: true };

/** Serves a version as its owner typed it. */
export function loader(args: Route.LoaderArgs) {
	return serveShape("md", async () => {
		const { history, version } = await findVersionAt(args);
		const headers = versionHeaders(history, version);
		return { body: markdownOf(version), page: history.url, headers };
	});
}

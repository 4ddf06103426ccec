import { serveShape } from "#app/addresses/shape.server.ts";
import { findHub } from "#app/apps/hub.server.ts";
import { appFeed } from "#app/documents/shapes/feed.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import type { Route } from "./+types/hub-feed";

export const handle: PageHandle = { kept: "hubFeed", anyOrigin: true };

/** Serves a feed of the versions of an app's documents. */
export function loader(args: Route.LoaderArgs) {
	return serveShape("atom", async () => {
		const hub = await findHub(args, "atom");
		return { body: appFeed(hub), page: hub.url };
	});
}

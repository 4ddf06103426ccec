import { serveShape } from "#app/addresses/shape.server.ts";
import { findHub } from "#app/apps/hub.server.ts";
import { hubJson } from "#app/apps/hub-json.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import type { Route } from "./+types/hub-json";

export const handle: PageHandle = { kept: "hub", anyOrigin: true };

/** Serves what an app publishes for programs, a page of it as the page of the app lists it. */
export function loader(args: Route.LoaderArgs) {
	return serveShape("json", async () => {
		const hub = await findHub(args, "json");
		return { body: hubJson(hub), page: hub.url };
	});
}

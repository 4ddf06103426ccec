import { serveShape } from "#app/addresses/shape.server.ts";
import { plainTextOf } from "#app/documents/shapes/plain-text.ts";
import {
	findVersionAt,
	orBusyPage,
	versionHeaders,
} from "#app/documents/versions/found-history.ts";
import { renderVersion } from "#app/documents/versions/version-text.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import type { Route } from "./+types/version-text";

export const handle: PageHandle = { kept: "version", anyOrigin: true };

/** Serves a version as plain text, with its title above it. */
export function loader(args: Route.LoaderArgs) {
	return serveShape("txt", async () => {
		const { history, version } = await findVersionAt(args);
		const { html } = await orBusyPage(renderVersion(history, version));
		const body = `${version.title}\n\n${plainTextOf(html, history.url)}`;
		return { body, page: history.url, headers: versionHeaders(history, version) };
	});
}

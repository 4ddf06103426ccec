import { resolveOldDocument } from "#app/addresses/address.server.ts";
import { foundPage } from "#app/addresses/resolution.ts";
import { serveShape } from "#app/addresses/shape.server.ts";
import type { PageHandle } from "#app/http/page-handle.ts";
import { DOCUMENT_SHAPES } from "#app/http/shapes/shapes.ts";
import type { Route } from "./+types/old";

export const handle: PageHandle = { anyOrigin: true };

/** Redirects a shape at the older form of a document's address, and keeps the ending. */
export function loader({ params, url }: Route.LoaderArgs) {
	const { appId, documentSlug } = params;
	const shape = DOCUMENT_SHAPES.find((one) => url.pathname.toLowerCase().endsWith(`.${one}`));
	return serveShape(shape ?? "txt", async () => {
		const resolved = await resolveOldDocument(appId.toLowerCase(), documentSlug.toLowerCase());
		return foundPage(resolved, { url, noun: "Document", isOldShape: true, below: `.${shape}` });
	});
}

import { resolveOldDocument } from "#app/addresses/address.server.ts";
import { foundPage } from "#app/addresses/resolution.ts";
import type { Route } from "./+types/old-document";

/** Redirects the older form of a document's address, /doc/{appId}/{slug}, to the present one. */
export async function loader({ params, url }: Route.LoaderArgs) {
	const resolved = await resolveOldDocument(
		params.appId.toLowerCase(),
		params.documentSlug.toLowerCase(),
	);
	return foundPage(resolved, { url, noun: "Document", isOldShape: true });
}

/** A route with a component shows errors as a page. */
export default function OldDocument() {
	return null;
}

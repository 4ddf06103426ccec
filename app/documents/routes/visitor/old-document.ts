import { resolveOldDocument } from "#app/addresses/address.server.ts";
import { foundPage } from "#app/addresses/resolution.ts";
import type { Route } from "./+types/old-document";

/** The older shape of a document's address, /doc/{appId}/{slug}, leads to the present one. */
export async function loader({ params, url }: Route.LoaderArgs) {
	const resolved = await resolveOldDocument(
		params.appId.toLowerCase(),
		params.documentSlug.toLowerCase(),
	);
	return foundPage(resolved, { url, noun: "Document", isOldShape: true });
}

/** Makes this a page, so that a refusal is a page too. */
export default function OldDocument() {
	return null;
}

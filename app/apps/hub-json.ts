import { publicUrl } from "#app/addresses/address.server.ts";
import { kindOf } from "#app/documents/kind.ts";
import { toPage } from "#app/http/query.ts";
import { shapeAddress } from "#app/http/shapes/shapes.ts";
import { formatSeconds } from "#app/platform/time.ts";
import type { Hub } from "./hub.server.ts";

/** Returns what an app publishes as programs read it (docs/documents.md, "For programs"). */
export function hubJson({
	id,
	name,
	homeUrl,
	updatesPath,
	deletionPath,
	page,
	hasMore,
	contactEmail,
	...lists
}: Hub): string {
	return JSON.stringify({
		id,
		name,
		url: homeUrl,
		documents: lists.documents.map((document) => ({
			id: document.id,
			url: publicUrl(document.path),
			title: document.title,
			kind: kindOf(document),
			version: document.version,
			effective_on: document.effectiveOn || null,
			updated_at: formatSeconds(document.updatedAt),
		})),
		forms: lists.forms.map((form) => ({ url: publicUrl(form.path), title: form.title })),
		contact_email: contactEmail,
		updates_url: publicUrl(updatesPath),
		deletion_url: deletionPath && publicUrl(deletionPath),
		/** The next hundred of each, of an app that publishes more. */
		next_page_url: hasMore ? shapeAddress(homeUrl, "json") + toPage(page + 1) : null,
	});
}

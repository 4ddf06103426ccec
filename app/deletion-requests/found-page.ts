import { foundPage } from "#app/addresses/resolution.ts";
import { typedInto } from "#app/forms/visitor-form.ts";
import { DELETION_TITLE, deletionFields } from "./deletion-form.ts";
import { type OpenDeletionPage, resolveDeletionPage } from "./public-page.server.ts";

type Place = { params: { accountSlug: string; appName: string }; url: URL };

/**
 * Returns the open deletion page at an address. Throws redirects, 404 and 410 as foundPage does; the
 * page in its place shows what was `typed` into one that is closed or gone.
 */
export async function findOpenPage(
	{ params, url }: Place,
	typed?: Map<string, string>,
): Promise<OpenDeletionPage> {
	const resolved = await resolveDeletionPage(params.accountSlug, params.appName);
	const labels = deletionFields({ identifierLabel: "", offersPart: true });
	const more = typed && { typed: typedInto(labels, typed) };
	return foundPage(resolved, { url, noun: DELETION_TITLE, isPost: typed !== undefined, more });
}

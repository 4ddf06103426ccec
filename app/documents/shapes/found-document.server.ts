import { publicUrl, resolveDocument } from "#app/addresses/address.server.ts";
import { foundPage, requireCanonicalPath } from "#app/addresses/resolution.ts";
import { type Shape, shapeAddress } from "#app/http/shapes/shapes.ts";
import { paths } from "#app/paths.ts";

type Place = {
	params: { accountSlug?: string; appName?: string; documentSlug?: string };
	url: URL;
};

export type PublicDocument = Awaited<ReturnType<typeof findDocument>>;

/**
 * Returns the public document at an address, with its own and its app's address. In a shape, the
 * address has that ending; `below` is what else follows it. A redirect keeps both. Throws redirects, 404 and 410 as foundPage does.
 */
export async function findDocument({ params, url }: Place, shape?: Shape, below = "") {
	requireCanonicalPath(url);
	const { accountSlug = "", appName = "", documentSlug = "" } = params;
	const resolved = await resolveDocument(accountSlug, appName, documentSlug);
	const ending = shape ? shapeAddress("", shape) : below;
	const document = foundPage(resolved, { url, noun: "Document", below: ending });
	const { app, slug, isHistoryOpen, previous, version } = document;
	const path = paths.visitor.document(accountSlug, app.slug, slug);
	const appPath = paths.visitor.app(accountSlug, app.slug);
	/** The list of its versions, if it is public. */
	const historyPath = isHistoryOpen ? paths.ofDocument.versions(path) : null;
	/** What changed in the newest version, if that is public. */
	const changesPath =
		isHistoryOpen && previous !== null ? paths.ofDocument.changes(path, previous, version) : null;
	return {
		...document,
		path,
		changesPath,
		url: publicUrl(path),
		historyPath,
		historyUrl: historyPath && publicUrl(historyPath),
		app: { name: app.name, path: appPath, url: publicUrl(appPath) },
	};
}

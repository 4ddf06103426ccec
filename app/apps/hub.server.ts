import { publicUrl, resolveApp } from "#app/addresses/address.server.ts";
import { foundPage, requireCanonicalPath } from "#app/addresses/resolution.ts";
import { readPage, requirePage, toPage } from "#app/http/query.ts";
import { type Shape, shapeAddress } from "#app/http/shapes/shapes.ts";
import { paths } from "#app/paths.ts";

type Place = { params: { accountSlug?: string; appName?: string }; url: URL };

export type Hub = Awaited<ReturnType<typeof findHub>>;

/**
 * Returns what an app publishes, a page of it, with every address. In a shape, the app's address has
 * that ending, which a redirect keeps. Throws redirects, 404 and 410 as foundPage does.
 */
export async function findHub({ params, url }: Place, shape?: Shape) {
	requireCanonicalPath(url);
	const page = readPage(url);
	const { accountSlug = "", appName = "" } = params;
	const resolved = await resolveApp(accountSlug, appName, page);
	const below = shape ? shapeAddress("", shape) : "";
	const { slug, takesDeletions, ...app } = foundPage(resolved, {
		url,
		noun: "App",
		below,
	});
	requirePage(url, [...app.documents, ...app.forms]);
	const path = paths.visitor.app(accountSlug, slug);
	return {
		...app,
		page,
		path,
		homeUrl: publicUrl(path),
		updatesPath: paths.visitor.updates(accountSlug, slug),
		/** Where people ask for deletion, if the owner opened that page. */
		deletionPath: takesDeletions ? paths.visitor.deletion(accountSlug, slug) : null,
		/** Of this page of the app. */
		url: publicUrl(page === 1 ? path : path + toPage(page)),
		documents: app.documents.map((document) => ({
			...document,
			path: paths.visitor.document(accountSlug, slug, document.slug),
		})),
		forms: app.forms.map((form) => ({
			title: form.title,
			path: paths.visitor.form(accountSlug, slug, form.slug),
		})),
	};
}

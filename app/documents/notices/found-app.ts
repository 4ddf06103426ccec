import { resolveApp } from "#app/addresses/address.server.ts";
import { foundPage } from "#app/addresses/resolution.ts";
import { paths } from "#app/paths.ts";

type Place = { params: { accountSlug: string; appName: string }; url: URL };

/**
 * Returns the app that an address below its own asks for. Throws redirects, 404 and 410 as
 * foundPage() does, and keeps the rest of the address in a redirect.
 */
export async function findApp({ params, url }: Place, isPost = false) {
	const { accountSlug, appName } = params;
	const resolved = await resolveApp(accountSlug, appName);
	const below = url.pathname.slice(paths.visitor.app(accountSlug, appName).length);
	return foundPage(resolved, { url, noun: "App", isPost, below });
}

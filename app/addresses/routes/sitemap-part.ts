import { publicUrl } from "#app/addresses/address.server.ts";
import {
	type ListedAddress,
	listAppAddresses,
	listDocumentAddresses,
} from "#app/addresses/sitemap.server.ts";
import { textFile } from "#app/http/text-file.server.ts";
import type { Route } from "./+types/sitemap-part";

/** The site's own pages that search engines may list. */
const PAGES = [
	"/",
	"/pricing",
	"/help",
	"/getting-started",
	"/support",
	"/demo-privacy",
	"/demo-terms",
	"/demo-eula",
	"/demo-form",
];

/** Serves one sitemap. `after` is the id after which it begins, as in the index. */
export function loader({ url }: Route.LoaderArgs) {
	return textFile(write(addressesOf(url)), "application/xml");
}

function addressesOf(url: URL): Iterable<Listed> | AsyncIterable<Listed> {
	const after = url.searchParams.get("after") ?? "";
	if (url.pathname.startsWith("/sitemap-pages"))
		return PAGES.map((path) => ({ url: publicUrl(path) }));
	return url.pathname.startsWith("/sitemap-apps")
		? listAppAddresses(after)
		: listDocumentAddresses(after);
}

type Listed = Pick<ListedAddress, "url"> & Partial<ListedAddress>;

async function* write(addresses: Iterable<Listed> | AsyncIterable<Listed>) {
	yield '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n';
	for await (const { url, updatedAt } of addresses) {
		const change = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : "";
		yield `<url><loc>${url}</loc>${change}</url>\n`;
	}
	yield "</urlset>\n";
}

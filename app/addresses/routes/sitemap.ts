import { publicUrl } from "#app/addresses/address.server.ts";
import { sitemapStarts } from "#app/addresses/sitemap.server.ts";
import { textFile } from "#app/http/text-file.server.ts";

/** Serves the index of sitemaps: one of the site's own pages, the rest of apps and documents. */
export async function loader() {
	const [apps, documents] = [await sitemapStarts("app"), await sitemapStarts("document")];
	const paths = [
		"/sitemap-pages.xml",
		...apps.map((after) => pathOf("/sitemap-apps.xml", after)),
		...documents.map((after) => pathOf("/sitemap-documents.xml", after)),
	];
	const entries = paths.map((path) => `<sitemap><loc>${publicUrl(path)}</loc></sitemap>\n`);
	return textFile(
		`<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join("")}</sitemapindex>\n`,
		"application/xml",
	);
}

function pathOf(path: string, after: string): string {
	return after ? `${path}?${new URLSearchParams({ after })}` : path;
}

import { data, redirect } from "react-router";
import { type ErrorContent, errorPage } from "#app/http/error-content.ts";
import { paths } from "#app/paths.ts";
import type { Resolved } from "./address.server.ts";
import { RESERVED_ACCOUNT_NAMES } from "./reserved.ts";

/** For addresses that never lead the other way: spellings, and the older shapes. */
export const MOVED = { status: 301, headers: { "Cache-Control": "public, max-age=300" } };

/** Caches ask each time: after a rename back, a kept redirect would lead in a circle. */
const RENAMED = { status: 301, headers: { "Cache-Control": "no-cache" } };

/** Returns an address's path in lower case and without slashes at its end. "/" stays. */
export function canonicalPath({ pathname }: URL): string {
	// The character before lets it begin once for each run of slashes, and not at each slash.
	return pathname.toLowerCase().replace(/([^/])\/+$/, "$1");
}

/** Redirects an address in upper case or with a trailing slash to its canonical form. */
export function requireCanonicalPath(url: URL): void {
	const path = canonicalPath(url);
	if (path !== url.pathname) throw redirect(path + url.search, MOVED);
}

/**
 * Returns the page that an address resolved to. Throws a permanent redirect (with the query) for an
 * earlier address, a 404 for an unknown one, and a 410 for one that was taken down. A reserved
 * first segment gets the site's own 404, except in the older shapes, which begin with one.
 */
export function foundPage<T>(
	resolved: Resolved<T>,
	{
		url,
		noun,
		isOldShape = false,
		isPost = false,
		below = "",
		more,
	}: {
		url: URL;
		noun: string;
		isOldShape?: boolean;
		isPost?: boolean;
		/** What follows the page's own address in the asked one, such as "/versions". */
		below?: string;
		/** Further content of the error page. */
		more?: Partial<ErrorContent>;
	},
): T {
	if (resolved.outcome === "found") return resolved.page;
	if (resolved.outcome === "moved") {
		const moved = isOldShape ? MOVED : RENAMED;
		// 308 keeps the method and the body, so that what somebody typed is not lost.
		throw redirect(resolved.path + below + url.search, { ...moved, status: isPost ? 308 : 301 });
	}
	if (!isOldShape && RESERVED_ACCOUNT_NAMES.has(url.pathname.split("/")[1] ?? "")) {
		throw data(null, { status: 404 });
	}
	const isGone = resolved.outcome === "gone";
	throw errorPage(isGone ? 410 : 404, {
		title: isGone ? `${noun} no longer available` : `${noun} Not Found`,
		text: resolved.text,
		...waysOn(resolved.app),
		contactEmail: resolved.contactEmail,
		...more,
	});
}

/** The ways on from a page that is not there: to what the app publishes, if there is an app. */
function waysOn(app: { name: string; path: string } | undefined) {
	const home = { to: paths.home, label: "Go to the home page" };
	if (!app) return { link: home, back: { to: paths.help, label: "Go to help" } };
	return { app, link: { to: app.path, label: `See what ${app.name} publishes` }, back: home };
}

/**
 * Any cache may store a public page. A browser revalidates it each time. A CDN may serve it for
 * 20 seconds, and for ten more while it revalidates, so that nothing is shown for longer than half a
 * minute after it was changed, deleted or suspended. Without `must-revalidate`, Chromium would use
 * those ten seconds too, and show an owner the page from before a save.
 */
export const PUBLIC_CACHE = {
	"Cache-Control": "public, max-age=0, must-revalidate, s-maxage=20, stale-while-revalidate=10",
};

import { data, redirect } from "react-router";
import { errorPage } from "#app/http/error-content.ts";
import type { Resolved } from "./address.server.ts";
import { RESERVED_ACCOUNT_NAMES } from "./reserved.ts";

/** Caches may keep a redirect for five minutes: the address may move again. */
const MOVED = { status: 301, headers: { "Cache-Control": "public, max-age=300" } };

/** Redirects an address in upper case or with a trailing slash to its canonical form. */
export function requireCanonicalPath(url: URL): void {
	const path = url.pathname.toLowerCase().replace(/\/+$/, "");
	if (path !== url.pathname) throw redirect(path + url.search, MOVED);
}

/**
 * The page that an address resolved to. Throws the permanent redirect of an earlier address (with
 * its query), the 404 of one that never was, and the 410 of one that was taken down. The older
 * shape begins with a word of ours where others have an account.
 */
export function foundPage<T>(
	resolved: Resolved<T>,
	{
		url,
		noun,
		isOldShape = false,
		isPost = false,
	}: { url: URL; noun: string; isOldShape?: boolean; isPost?: boolean },
): T {
	if (resolved.outcome === "found") return resolved.page;
	// 308 keeps the method and the body: what somebody typed at an earlier address is not lost.
	const status = isPost ? 308 : 301;
	if (resolved.outcome === "moved") {
		throw redirect(resolved.path + url.search, { ...MOVED, status });
	}
	if (!isOldShape && RESERVED_ACCOUNT_NAMES.has(url.pathname.split("/")[1] ?? "")) {
		throw data(null, { status: 404 });
	}
	throw resolved.outcome === "gone"
		? errorPage(410, { title: `${noun} no longer available`, text: resolved.text })
		: errorPage(404, { title: `${noun} Not Found`, text: resolved.text });
}

/**
 * Public pages may be kept by anyone. A browser asks each time whether the page has changed; a CDN
 * may answer for half a minute, and for five more while it asks. `must-revalidate` keeps Chromium
 * from taking the last for itself, which would show an owner the page from before the save.
 */
export const PUBLIC_CACHE = {
	"Cache-Control": "public, max-age=0, must-revalidate, s-maxage=30, stale-while-revalidate=300",
};

import type { MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import type { Entry } from "./build.ts";
import { plainPage } from "./plain-page.ts";

const FOREIGN =
	"This request came from another site, so nothing was done. Open the page here and try again.";
const UNPROVEN =
	"Your browser did not say which page this request came from, so nothing was done. It sent no Origin, Sec-Fetch-Site or Referer. Allow it to send the Referer to this site, and try again.";

/**
 * Responds with 403 to cross-site posts: those whose Sec-Fetch-Site is cross-site or same-site, or
 * whose Origin isn't ours. An old browser sends neither, and is believed by its Referer. A post
 * without any of the three passes only without a session cookie. A request for another host gets
 * 403, too.
 */
export function guardRequests({ env, SESSION_COOKIES, logEvent }: Entry): MiddlewareHandler {
	const isOwnHost = hostCheck(env);
	return async (context, next) => {
		const { host, origin: requestOrigin } = new URL(context.req.url);
		if (!isOwnHost(host)) {
			return plainPage(context, 403, "Forbidden", "In local mode, use http://localhost.");
		}
		if (["GET", "HEAD"].includes(context.req.method)) return next();

		const site = context.req.header("Sec-Fetch-Site");
		const origin = context.req.header("Origin");
		const referer = context.req.header("Referer") || undefined;
		const ownOrigin = env.mode === "hosted" ? env.appUrl : requestOrigin;
		const hasNeither = site === undefined && origin === undefined;
		const isForeign =
			(site !== undefined && site !== "same-origin" && site !== "none") ||
			(origin !== undefined && origin !== ownOrigin) ||
			(hasNeither && referer !== undefined && originOf(referer) !== ownOrigin);
		const hasSession = Object.values(SESSION_COOKIES).some(
			(name) => getCookie(context, name) !== undefined,
		);
		if (isForeign || (hasNeither && referer === undefined && hasSession)) {
			logEvent("cross-site post refused", { isForeign });
			return plainPage(context, 403, "Forbidden", isForeign ? FOREIGN : UNPROVEN);
		}
		return next();
	};
}

/** The origin of an address; null if it can't be read. */
function originOf(address: string): string | null {
	return URL.canParse(address) ? new URL(address).origin : null;
}

/**
 * Returns a function that tells whether a Host header is ours. In local mode, only loopback names
 * are, which prevents DNS rebinding.
 */
export function hostCheck({ allowedHostnames }: Entry["env"]): (host?: string) => boolean {
	let known: string | undefined;
	return (host) => {
		if (!allowedHostnames || host === known) return true;
		const url = `http://${host}`;
		if (!URL.canParse(url) || !allowedHostnames.includes(new URL(url).hostname)) return false;
		known = host;
		return true;
	};
}

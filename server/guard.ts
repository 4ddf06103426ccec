import type { MiddlewareHandler } from "hono";
import { getCookie } from "hono/cookie";
import type { Entry } from "./build.ts";
import { plainPage } from "./plain-page.ts";

/**
 * Responds with 403 to cross-site posts: those whose Sec-Fetch-Site is cross-site or same-site, or
 * whose Origin isn't ours. A post with neither header (an old browser, a program) passes only
 * without a session cookie. A request for another host gets 403, too.
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
		const ownOrigin = env.mode === "hosted" ? env.appUrl : requestOrigin;
		const isForeign =
			(site !== undefined && site !== "same-origin" && site !== "none") ||
			(origin !== undefined && origin !== ownOrigin);
		const isUnprovenSession =
			site === undefined &&
			origin === undefined &&
			Object.values(SESSION_COOKIES).some((name) => getCookie(context, name) !== undefined);
		if (isForeign || isUnprovenSession) {
			logEvent("cross-site post refused", { isForeign });
			return plainPage(
				context,
				403,
				"Forbidden",
				"This request came from another site, so nothing was done. Open the page here and try again.",
			);
		}
		return next();
	};
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

import type { MiddlewareHandler } from "hono";
import type { Entry } from "./build.ts";

const PERMISSIONS =
	"camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()";
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/**
 * What every response carries, by name. A table and not hono/secure-headers, because the 503 of a
 * process that has too much to do never comes to Hono.
 */
export function commonHeaders(env: Entry["env"]): Record<string, string> {
	return {
		"X-Content-Type-Options": "nosniff",
		// no-referrer would make Chromium post with "Origin: null", which the guard refuses.
		"Referrer-Policy": "same-origin",
		"X-Frame-Options": "DENY",
		"Cross-Origin-Opener-Policy": "same-origin",
		"Permissions-Policy": PERMISSIONS,
		...(env.mode === "hosted" && {
			"Strict-Transport-Security": "max-age=63072000; includeSubDomains",
		}),
	};
}

/** What an answer carries that says nothing else of these: it allows nothing, and is not kept. */
export const STRICTEST = { "Content-Security-Policy": NOTHING, "Cache-Control": "no-store" };

/**
 * The headers of every answer: pages, errors and files. A page's own Content-Security-Policy
 * stands; anything else gets one that allows nothing.
 */
export function securityHeaders(env: Entry["env"]): MiddlewareHandler {
	const common = Object.entries(commonHeaders(env));
	const strictest = Object.entries(STRICTEST);
	return async (context, next) => {
		await next();
		const { headers } = context.res;
		for (const [name, value] of common) headers.set(name, value);
		for (const [name, value] of strictest) if (!headers.has(name)) headers.set(name, value);
	};
}

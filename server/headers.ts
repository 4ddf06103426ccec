import type { MiddlewareHandler } from "hono";
import type { Entry } from "./build.ts";

const PERMISSIONS =
	"camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()";
const NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Returns the headers of every response, by name. Not hono/secure-headers, because load shedding
 * responds before Hono.
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

/** Defaults for a response that doesn't set these: allow nothing, store nothing. */
export const STRICTEST = { "Content-Security-Policy": NOTHING, "Cache-Control": "no-store" };

/**
 * Sets the headers of every response: pages, errors and files. A page keeps its own
 * Content-Security-Policy and Cache-Control; any other response gets the strictest. A text says
 * that it is UTF-8, which React Router's data and event streams don't.
 */
export function securityHeaders(env: Entry["env"]): MiddlewareHandler {
	const common = Object.entries(commonHeaders(env));
	const strictest = Object.entries(STRICTEST);
	return async (context, next) => {
		await next();
		const { headers } = context.res;
		const type = headers.get("Content-Type");
		if (type?.startsWith("text/") && !/charset=/i.test(type)) {
			headers.set("Content-Type", `${type}; charset=utf-8`);
		}
		for (const [name, value] of common) headers.set(name, value);
		for (const [name, value] of strictest) if (!headers.has(name)) headers.set(name, value);
		// HTTP asks for it. No browser knows this scheme, so that none asks for a password itself.
		if (context.res.status === 401 && !headers.has("WWW-Authenticate")) {
			headers.set("WWW-Authenticate", 'Form realm="Smallprint"');
		}
	};
}

import type { MiddlewareHandler } from "hono";
import type { Env } from "./build.ts";

/**
 * The headers of every answer: pages, errors and files. A page's own Content-Security-Policy
 * stands; anything else gets one that allows nothing.
 */
export function securityHeaders(env: Env): MiddlewareHandler {
	return async (context, next) => {
		await next();
		const { headers } = context.res;
		headers.set("X-Content-Type-Options", "nosniff");
		// no-referrer would make Chromium post with "Origin: null", which the guard refuses.
		headers.set("Referrer-Policy", "same-origin");
		headers.set("X-Frame-Options", "DENY");
		headers.set("Cross-Origin-Opener-Policy", "same-origin");
		headers.set(
			"Permissions-Policy",
			"camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
		);
		if (env.mode === "hosted") {
			headers.set("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
		}
		if (!headers.has("Content-Security-Policy")) {
			headers.set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'");
		}
		if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
	};
}

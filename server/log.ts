import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";

/** Set by the app with the pattern of the matched route; taken off before the answer leaves. */
const ROUTE_HEADER = "X-Route";
const PATH_MAX = 200;

/**
 * One JSON line a request: id, method, route, status, ms. The route is the pattern and never the
 * address itself, which can hold tokens and people's names; only a path that nobody answers is
 * written, without its query, because it tells what is missing.
 */
export function requestLog(): MiddlewareHandler {
	return async (context, next) => {
		const started = performance.now();
		const id = randomUUID();
		await next();
		const { status, headers } = context.res;
		const route = headers.get(ROUTE_HEADER);
		headers.delete(ROUTE_HEADER);
		headers.set("X-Request-Id", id);
		// An address with a line break in it matches no route at all, not even the last.
		const isMissing = route === "/*" || (route === null && status === 404);
		logEvent("request", {
			id,
			method: context.req.method,
			route: route ?? "-",
			status,
			ms: Math.round((performance.now() - started) * 10) / 10,
			...(isMissing && { path: context.req.path.slice(0, PATH_MAX) }),
		});
	};
}

/** Writes one JSON line. */
export function logEvent(event: string, details: Record<string, unknown> = {}): void {
	process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...details })}\n`);
}

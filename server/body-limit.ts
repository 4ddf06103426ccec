import type { IncomingMessage, ServerResponse } from "node:http";
import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { AppBuild } from "./build.ts";
import { plainPage } from "./plain-page.ts";

/** The largest request body, but for mails. Fly replays nothing over 1 MB to another machine. */
export const BODY_LIMIT_BYTES = 512 * 1024;

const refuse = (context: Context) =>
	plainPage(
		context,
		413,
		"That is too much at once",
		"We take at most 512 kB at a time, and nothing was saved. Go back (your browser still has what you typed), shorten it, and try again.",
	);
const limit = bodyLimit({ maxSize: BODY_LIMIT_BYTES, onError: refuse });

/** Returns a function that returns the largest body of a path in bytes, as its route says. */
export function bodyLimits({ entry, routes }: AppBuild): (path: string) => number {
	const handles = entry.module.routeHandles(routes);
	return (path) => handles.get(path)?.mostBytes ?? BODY_LIMIT_BYTES;
}

/**
 * Responds with 413 to larger bodies: by Content-Length, or once too many bytes have arrived. A
 * route with a limit of its own counts the bytes itself, because Hono would keep them in memory.
 */
export function limitBody(build: AppBuild): MiddlewareHandler {
	const limitOf = bodyLimits(build);
	return (context, next) => {
		const { raw, path } = context.req;
		const most = limitOf(path);
		if (most > BODY_LIMIT_BYTES) {
			return Number(raw.headers.get("Content-Length")) > most
				? Promise.resolve(refuse(context))
				: next();
		}
		// Without a length, Hono builds a new Request, which throws for its Node adapter's requests.
		const hasLength = raw.headers.has("Content-Length") && !raw.headers.has("Transfer-Encoding");
		if (raw.body && !hasLength) {
			const { url, method, headers, signal, body } = raw;
			const init = { method, headers, signal, body, duplex: "half" };
			context.req.raw = new Request(url, init);
		}
		return limit(context, next);
	};
}

/** Discards the rest of a body after the response; it would block the connection's next request. */
export function drainBody(
	request: IncomingMessage,
	response: ServerResponse,
	next: () => void,
): void {
	response.once("finish", () => request.removeAllListeners("data").resume());
	next();
}

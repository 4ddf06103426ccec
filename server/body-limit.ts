import type { IncomingMessage, ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { plainPage } from "./plain-page.ts";

/** The largest request body. Fly replays nothing over 1 MB to another machine. */
export const BODY_LIMIT_BYTES = 512 * 1024;

const limit = bodyLimit({
	maxSize: BODY_LIMIT_BYTES,
	onError: (context) =>
		plainPage(
			context,
			413,
			"That is too much at once",
			"We take at most 512 kB at a time, and nothing was saved. Go back (your browser still has what you typed), shorten it, and try again.",
		),
});

/** Responds with 413 to larger bodies: by Content-Length, or once too many bytes have arrived. */
export const limitBody: MiddlewareHandler = (context, next) => {
	const { raw } = context.req;
	// Without a length, Hono builds a new Request, which throws for its Node adapter's requests.
	const hasLength = raw.headers.has("Content-Length") && !raw.headers.has("Transfer-Encoding");
	if (raw.body && !hasLength) {
		const { url, method, headers, signal, body } = raw;
		const init = { method, headers, signal, body, duplex: "half" };
		context.req.raw = new Request(url, init);
	}
	return limit(context, next);
};

/** Discards the rest of a body after the response; it would block the connection's next request. */
export function drainBody(
	request: IncomingMessage,
	response: ServerResponse,
	next: () => void,
): void {
	response.once("finish", () => request.removeAllListeners("data").resume());
	next();
}

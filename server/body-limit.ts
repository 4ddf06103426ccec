import type { IncomingMessage, ServerResponse } from "node:http";
import type { MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { plainPage } from "./plain-page.ts";

/** Every body that is taken; Fly sends nothing over 1 MB to another machine. */
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

/** Refuses larger bodies: by their length before they are read, or as soon as they are too long. */
export const limitBody: MiddlewareHandler = (context, next) => {
	const { raw } = context.req;
	// Hono makes a Request of the request whose body it has read, which throws for those of its Node adapter.
	const hasLength = raw.headers.has("Content-Length") && !raw.headers.has("Transfer-Encoding");
	if (raw.body && !hasLength) {
		const { url, method, headers, signal, body } = raw;
		const init = { method, headers, signal, body, duplex: "half" };
		context.req.raw = new Request(url, init);
	}
	return limit(context, next);
};

/** Reads on once a refusal is sent: what is left of a body would hold up the connection's next request. */
export function drainBody(
	request: IncomingMessage,
	response: ServerResponse,
	next: () => void,
): void {
	response.once("finish", () => request.removeAllListeners("data").resume());
	next();
}

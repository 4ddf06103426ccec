import type { Context, MiddlewareHandler } from "hono";
import { plainPage } from "./plain-page.ts";

/** Every body that is taken; Fly sends nothing over 1 MB to another machine. */
export const BODY_LIMIT_BYTES = 512 * 1024;

/**
 * Refuses larger bodies: by their length before they are read, and one that comes in chunks, without
 * its length, as soon as it is too long. Hono's own makes a Request of a Request of the Node adapter,
 * which throws for every body without a length.
 */
export const limitBody: MiddlewareHandler = async (context, next) => {
	const { raw } = context.req;
	if (!raw.body) return next();
	const length = context.req.header("Content-Length");
	if (length !== undefined && context.req.header("Transfer-Encoding") === undefined) {
		return Number(length) > BODY_LIMIT_BYTES ? tooLarge(context) : next();
	}
	const body = await readAtMost(raw.body, BODY_LIMIT_BYTES);
	if (!body) return tooLarge(context);
	const { method, headers, signal } = raw;
	context.req.raw = new Request(raw.url, { method, headers, signal, body });
	return next();
};

/** All of a stream, or null once it is longer. */
async function readAtMost(stream: ReadableStream<Uint8Array>, most: number) {
	const chunks: Uint8Array[] = [];
	let size = 0;
	const reader = stream.getReader();
	for (;;) {
		const { done, value } = await reader.read();
		if (done) return Buffer.concat(chunks);
		size += value.length;
		if (size > most) return null;
		chunks.push(value);
	}
}

function tooLarge(context: Context): Response {
	return plainPage(
		context,
		413,
		"That is too much at once",
		"We take at most 512 kB at a time, and nothing was saved. Go back (your browser still has what you typed), shorten it, and try again.",
	);
}

import { hash } from "node:crypto";
import type { MiddlewareHandler } from "hono";

/**
 * Gives public pages an ETag of their bytes, and responds with 304 when the client has the same.
 * hono/etag would read every response to its end, files and event streams too.
 */
export const revalidate: MiddlewareHandler = async (context, next) => {
	await next();
	const { res, req } = context;
	if (res.status !== 200 || !isPublic(res.headers)) return;
	const body = await res.arrayBuffer();
	const etag = etagOf(new Uint8Array(body));
	const headers = new Headers(res.headers);
	headers.set("ETag", etag);
	context.res = undefined;
	context.res = isKnown(req.header("If-None-Match"), etag)
		? new Response(null, { status: 304, headers: unchanged(headers) })
		: new Response(req.method === "HEAD" ? null : body, { headers });
};

/** Returns whether shared caches may store the page, revalidating it at each use. */
function isPublic(headers: Headers): boolean {
	return headers.get("Cache-Control")?.startsWith("public, max-age=0") ?? false;
}

/** Returns a weak ETag, because all encodings of a page share it (RFC 9110, 8.8.1). */
export function etagOf(body: Uint8Array): string {
	return `W/"${hash("sha256", body, "base64url").slice(0, 22)}"`;
}

/** Returns whether `If-None-Match` matches the ETag (RFC 9110, 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
	if (ifNoneMatch === undefined) return false;
	if (ifNoneMatch === etag) return true;
	return ifNoneMatch.split(",").some((value) => value.trim() === etag || value.trim() === "*");
}

/** Returns the headers of a page's 304. */
function unchanged(page: Headers): Headers {
	const headers = new Headers(page);
	headers.delete("Content-Length");
	headers.delete("Content-Type");
	// As the page has it once it is compressed.
	headers.append("Vary", "Accept-Encoding");
	return headers;
}

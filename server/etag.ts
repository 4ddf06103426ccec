import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";

/**
 * Lets caches ask whether a public page has changed: an ETag of its bytes, and 304 for a match.
 * hono/etag reads every response to its end, files and streams of events, too.
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

/** Whether caches may keep a page, and ask each time whether it has changed. */
export function isPublic(headers: Headers): boolean {
	return headers.get("Cache-Control")?.startsWith("public, max-age=0") ?? false;
}

/** A page's ETag: weak, since each encoding of it has the same (RFC 9110, section 8.8.1). */
export function etagOf(body: Uint8Array): string {
	return `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
}

/** Whether `If-None-Match` names the page as it is (RFC 9110, section 13.1.2). */
export function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
	if (ifNoneMatch === undefined) return false;
	if (ifNoneMatch === etag) return true;
	return ifNoneMatch.split(",").some((value) => value.trim() === etag || value.trim() === "*");
}

/** A page's headers as its 304 has them. */
export function unchanged(page: Headers): Headers {
	const headers = new Headers(page);
	headers.delete("Content-Length");
	headers.delete("Content-Type");
	return headers;
}

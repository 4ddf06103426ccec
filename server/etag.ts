import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";

/** Lets caches ask whether a public page has changed: an ETag of its bytes, and 304 for a match. */
export const revalidate: MiddlewareHandler = async (context, next) => {
	await next();
	const { res } = context;
	if (res.status !== 200 || !res.headers.get("Cache-Control")?.startsWith("public, max-age=0"))
		return;
	const body = await res.arrayBuffer();
	const etag = etagOf(new Uint8Array(body));
	const headers = new Headers(res.headers);
	headers.set("ETag", etag);
	context.res = undefined;
	if (isKnown(context.req.header("If-None-Match"), etag)) {
		headers.delete("Content-Length");
		headers.delete("Content-Type");
		context.res = new Response(null, { status: 304, headers });
	} else {
		context.res = new Response(context.req.method === "HEAD" ? null : body, { headers });
	}
};

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

import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";

/** Lets caches ask whether a public page has changed: an ETag of its bytes, and 304 for a match. */
export const revalidate: MiddlewareHandler = async (context, next) => {
	await next();
	const { res } = context;
	if (res.status !== 200 || !res.headers.get("Cache-Control")?.startsWith("public, max-age=0"))
		return;
	const body = await res.arrayBuffer();
	const etag = `W/"${createHash("sha256").update(new Uint8Array(body)).digest("base64url").slice(0, 22)}"`;
	const headers = new Headers(res.headers);
	headers.set("ETag", etag);
	const known = context.req
		.header("If-None-Match")
		?.split(",")
		.map((value) => value.trim());
	context.res = undefined;
	if (known?.includes(etag) || known?.includes("*")) {
		headers.delete("Content-Length");
		headers.delete("Content-Type");
		context.res = new Response(null, { status: 304, headers });
	} else {
		context.res = new Response(context.req.method === "HEAD" ? null : body, { headers });
	}
};

import type { MiddlewareHandler } from "hono";
import { plainPage } from "./plain-page.ts";

/** Responds with 405 before routing, because no route accepts another method. */
export const refuseOtherMethods: MiddlewareHandler = async (context, next) => {
	if (["GET", "HEAD", "POST"].includes(context.req.method)) return next();
	context.header("Allow", "GET, HEAD, POST");
	return plainPage(context, 405, "Method not allowed", "This address accepts GET and POST only.");
};

/** Ends the body of a response to HEAD. Hono only drops it, and a stream of events would stay open. */
export const endBodies: MiddlewareHandler = async (context, next) => {
	await next();
	if (context.req.method === "HEAD") await context.res.body?.cancel();
};

import type { MiddlewareHandler } from "hono";
import { plainPage } from "./plain-page.ts";

/** No address takes another method, so this stands before the routes are asked. */
export const refuseOtherMethods: MiddlewareHandler = async (context, next) => {
	if (["GET", "HEAD", "POST"].includes(context.req.method)) return next();
	context.header("Allow", "GET, HEAD, POST");
	return plainPage(context, 405, "Method not allowed", "This address accepts GET and POST only.");
};

import type { MiddlewareHandler } from "hono";
import { plainPage } from "./plain-page.ts";

/** Responds with 405 before routing, because no route accepts another method. */
export const refuseOtherMethods: MiddlewareHandler = async (context, next) => {
	if (["GET", "HEAD", "POST"].includes(context.req.method)) return next();
	context.header("Allow", "GET, HEAD, POST");
	return plainPage(context, 405, "Method not allowed", "This address accepts GET and POST only.");
};

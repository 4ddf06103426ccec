import type { MiddlewareFunction } from "react-router";

/** Tells the request log which route answered: its pattern, never the address. */
export const nameRoute: MiddlewareFunction<Response> = async ({ pattern }, next) => {
	const response = await next();
	response.headers.set("X-Route", `/${pattern.replace(/^\//, "")}`);
	return response;
};

import type { MiddlewareFunction } from "react-router";
import { addressPattern } from "./route-handles.ts";

/** Gives the request log the route's pattern, never the address. */
export const ROUTE_HEADER = "X-Route";

export const nameRoute: MiddlewareFunction<Response> = async ({ pattern }, next) => {
	const response = await next();
	response.headers.set(ROUTE_HEADER, addressPattern(pattern));
	return response;
};

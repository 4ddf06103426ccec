import type { MiddlewareFunction } from "react-router";
import { addressPattern } from "./route-handles.ts";

/** Tells the request log the route's pattern, so that it never needs the address. */
export const ROUTE_HEADER = "X-Route";

export const nameRoute: MiddlewareFunction<Response> = async ({ pattern }, next) => {
	const response = await next();
	response.headers.set(ROUTE_HEADER, addressPattern(pattern));
	return response;
};

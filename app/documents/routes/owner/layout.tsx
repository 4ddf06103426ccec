import { Outlet } from "react-router";
import { requireDocument } from "#app/documents/middleware.ts";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [requireDocument];

/** Being here makes the server run the middleware for requests of data, too. */
export function loader() {
	return null;
}

export default function DocumentLayout() {
	return <Outlet />;
}

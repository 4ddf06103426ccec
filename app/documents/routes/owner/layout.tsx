import { Outlet } from "react-router";
import { requireDocument } from "#app/documents/middleware.ts";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [requireDocument];

/** Without a loader, the server would skip the middleware for data requests. */
export function loader() {
	return null;
}

export default function DocumentLayout() {
	return <Outlet />;
}

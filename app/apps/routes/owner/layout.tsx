import { Outlet } from "react-router";
import { requireApp } from "#app/apps/middleware.ts";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [requireApp];

/** Without a loader, the server would skip the middleware for data requests. */
export function loader() {
	return null;
}

export default function AppLayout() {
	return <Outlet />;
}

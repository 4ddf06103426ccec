import { Outlet } from "react-router";
import { requireApp } from "#app/apps/middleware.ts";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [requireApp];

/** Being here makes the server run the middleware for requests of data, too. */
export function loader() {
	return null;
}

export default function AppLayout() {
	return <Outlet />;
}

import { data, Outlet } from "react-router";
import { env } from "#app/platform/env.server.ts";
import type { Route } from "./+types/layout";

/** In hosted mode, nothing answers under /local. */
const requireLocalMode: Route.MiddlewareFunction = () => {
	if (env.mode !== "local") throw data(null, { status: 404 });
};

export const middleware: Route.MiddlewareFunction[] = [requireLocalMode];

export default function LocalLayout() {
	return <Outlet />;
}

import { Outlet } from "react-router";
import type { ShownApp } from "#app/apps/components/app-nav.tsx";
import { readShownApp } from "#app/apps/shown-app.server.ts";
import { requestsContext, requireRequests } from "#app/deletion-requests/middleware.ts";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [requireRequests];

/** An app in the trash has no other pages, so it has no navigation. */
export function loader({ context }: Route.LoaderArgs): { shownApp?: ShownApp } {
	const access = context.get(requestsContext);
	return access.isTrashed ? {} : { shownApp: readShownApp(access) };
}

export default function RequestsLayout() {
	return <Outlet />;
}

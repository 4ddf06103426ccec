import { Outlet } from "react-router";
import type { ShownApp } from "#app/apps/components/app-nav.tsx";
import { appContext, requireApp } from "#app/apps/middleware.ts";
import { readShownApp } from "#app/apps/shown-app.server.ts";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [requireApp];

export function loader({ context }: Route.LoaderArgs): { shownApp: ShownApp } {
	return { shownApp: readShownApp(context.get(appContext)) };
}

export default function AppLayout() {
	return <Outlet />;
}

import { Outlet } from "react-router";
import { publicUrl } from "#app/addresses/address.server.ts";
import type { ShownApp } from "#app/apps/components/app-nav.tsx";
import { appContext, requireApp } from "#app/apps/middleware.ts";
import { countWaiting } from "#app/conversations/waiting.sql.ts";
import { paths } from "#app/paths.ts";
import type { Route } from "./+types/layout";

export const middleware: Route.MiddlewareFunction[] = [requireApp];

export function loader({ context }: Route.LoaderArgs): { shownApp: ShownApp } {
	const access = context.get(appContext);
	const { appId, app, accountName } = access;
	return {
		shownApp: {
			...app,
			appId,
			accountName,
			url: accountName && publicUrl(paths.visitor.app(accountName, app.slug)),
			waiting: countWaiting(access, appId),
		},
	};
}

export default function AppLayout() {
	return <Outlet />;
}
